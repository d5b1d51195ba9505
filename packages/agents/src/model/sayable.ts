import { inEachText } from '@cw/kernel';
import type { Verdict } from './verdict.ts';

/** Characters of a sentence for people that are kept; the whole is in the run's log. */
const longestSaid = 4_000;
const longestTitle = 200;
const longestDescription = 20_000;

/**
 * What an agent's program said, as text that can be shown and kept: without control characters, and no longer than a
 * reader bears.
 */
export function sayable(text: string, longest = longestSaid): string {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '');
  return clean.length > longest ? `${clean.slice(0, longest - 1).toWellFormed()}…` : clean;
}

/** A verdict with each of its texts as `hide` gives it back: it goes into the database, which no secret may. */
export function hideInVerdict(verdict: Verdict, hide: (text: string) => string): Verdict {
  return {
    ...verdict,
    reason: verdict.reason === null ? null : inEachText(verdict.reason, hide),
    summary: verdict.summary === null ? null : hide(verdict.summary),
    deviations: verdict.deviations.map(hide),
    followUps: verdict.followUps.map(({ title, description }) => ({
      title: hide(title),
      description: hide(description),
    })),
  };
}

/** A verdict whose every text is {@link sayable}. */
export function sayableVerdict(verdict: Verdict): Verdict {
  return {
    ...verdict,
    reason: verdict.reason === null ? null : inEachText(verdict.reason, (text) => sayable(text)),
    summary: verdict.summary === null ? null : sayable(verdict.summary),
    deviations: verdict.deviations.map((text) => sayable(text)),
    followUps: verdict.followUps
      .map(({ title, description }) => ({
        title: sayable(title.replace(/\s+/g, ' ').trim(), longestTitle),
        description: sayable(description, longestDescription),
      }))
      .filter(({ title }) => title !== ''),
  };
}
