import { readText, readWord } from '../../data/search-params.ts';

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

export function readMessagesSearch(raw: Record<string, unknown>): MessagesSearch {
  return { show: readWord(raw.show, mailShows), run: readText(raw.run), agent: readText(raw.agent) };
}
