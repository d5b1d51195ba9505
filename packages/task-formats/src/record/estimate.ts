import { err, ok, type Result } from '@cw/kernel';
import type { FieldFailure } from './field-failure.ts';

const count = String.raw`(\d+(?:\.\d+)?)`;
const estimateWord = new RegExp(
  `^(?:${count}w(?:eeks?)?)?(?:${count}d(?:ays?)?)?(?:${count}h(?:ours?|rs?)?)?(?:(\\d+)m(?:in(?:ute)?s?)?)?$`,
);
const minutesOf = [5 * 8 * 60, 8 * 60, 60, 1] as const;
const longestEstimate = 10 * 52 * 5 * 8 * 60;

/** Minutes of work from `90m`, `2h`, `1.5 hours`, `1d4h` or a bare number; a day has eight hours, a week five days. */
export function parseEstimate(text: string): Result<number, FieldFailure> {
  const word = text.trim().toLowerCase().replace(/\s+/g, '');
  const parts = /^\d+$/.test(word) ? [undefined, undefined, undefined, word] : estimateWord.exec(word)?.slice(1);
  const given = (parts ?? []).map((part, index) => Number(part ?? 0) * (minutesOf[index] ?? 0));
  const minutes = Math.round(given.reduce((sum, part) => sum + part, 0));
  if (parts === undefined || word === '' || minutes < 1 || minutes > longestEstimate) {
    return err({ kind: 'task.bad-estimate', text });
  }
  return ok(minutes);
}
