import type { Page } from 'playwright-core';

/** What pages wrote to the console as a warning or an error, and what they threw. */
export type Complaints = {
  readonly listen: (page: Page) => void;
  /** Does not count complaints like this until the next `take`. */
  readonly allow: (complaint: RegExp) => void;
  /** Answers what was heard since the last time, and forgets it. */
  readonly take: () => readonly string[];
};

export function listenForComplaints(): Complaints {
  let heard: string[] = [];
  let allowed: RegExp[] = [];
  return {
    listen: (page) => {
      page.on('console', (message) => {
        const { url } = message.location();
        if (['error', 'warning'].includes(message.type())) heard.push(`${message.type()}: ${message.text()} (${url})`);
      });
      page.on('pageerror', (error) => heard.push(`thrown: ${error.stack ?? error.message}`));
    },
    allow: (complaint) => void allowed.push(complaint),
    take: () => {
      const counted = heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)));
      heard = [];
      allowed = [];
      return counted;
    },
  };
}
