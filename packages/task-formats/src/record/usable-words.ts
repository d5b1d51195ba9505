import { parseLabels, parseName, parseTitle } from './task-text.ts';

/** A title as ours must be, on one line and at most 500 characters long. */
export function shortTitle(original: string): string | undefined {
  const oneLine = original.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const title = parseTitle(oneLine.length <= 500 ? oneLine : [...oneLine].slice(0, 500).join(''));
  return title.ok ? title.value : undefined;
}

/** The words that can be labels, and whether that is all of them. */
export function usableLabels(words: readonly string[]): { readonly labels: readonly string[]; readonly all: boolean } {
  const fit = words.filter((word) => parseName('label', word).ok);
  const labels = parseLabels(fit);
  return { labels: labels.ok ? labels.value : [], all: fit.length === words.length };
}
