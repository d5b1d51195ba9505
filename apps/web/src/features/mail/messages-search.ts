import { readAddress } from '../../data/search-params.ts';

/** Whose messages are shown: one's own, those of them that are unread, or everybody's. */
export const mailShows = ['own', 'unread', 'all'] as const;
export type MailShow = (typeof mailShows)[number];

export type MessagesSearch = {
  show?: MailShow | undefined;
  /** Only to this run and from it, by its whole id. */
  run?: string | undefined;
  /** Only to this agent, from it, and to and from its runs. */
  agent?: string | undefined;
};

/**
 * What an address asks for of the messages.
 * @throws RefusedAddress where a word of it means nothing
 */
export function readMessagesSearch(raw: Record<string, unknown>): MessagesSearch {
  return readAddress(raw, ({ word, text }) => ({
    show: word('show', mailShows),
    run: text('run'),
    agent: text('agent'),
  }));
}
