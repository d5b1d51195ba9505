import { err, type Instant, ok, type Result } from '@cw/kernel';
import {
  deepestMetadata,
  isNestedWithin,
  parseFiles,
  parseLine,
  parseRequirements,
  parseText,
  parseWord,
} from '@cw/task-formats';
import { roundedIn } from './rounded-number.ts';
import type { DetailChanges } from './task.ts';
import type { TextFailure } from './task-failure.ts';
import { type Metadata, type TaskSize, taskSizes } from './task-view.ts';
import { type DayEnd, parseWhen } from './when.ts';

/** The fields that most tasks leave empty, as doors hand them over. Null empties one. */
export type DetailsInput = {
  readonly design?: string | undefined;
  /** `90m`, `2h`, `1h30m`, `3d` of eight hours, `1w` of five days; a bare number is minutes. */
  readonly estimate?: string | null | undefined;
  /** As `parseWhen` reads it, or `none`; so is `defer`. */
  readonly due?: string | null | undefined;
  readonly defer?: string | null | undefined;
  readonly externalRef?: string | null | undefined;
  /** Instead of what is there. */
  readonly metadata?: unknown;
  /** Keys to set one by one; null takes a key away. */
  readonly setMetadata?: Metadata | undefined;
  /** People only. */
  readonly checkCommand?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly size?: string | null | undefined;
  readonly requiresPlan?: boolean | undefined;
  /** Paths, folders and patterns, instead of those there are; so are the words of `requires`. */
  readonly files?: readonly string[] | undefined;
  readonly requires?: readonly string[] | undefined;
  /** Taking it away is for people only. */
  readonly gate?: boolean | undefined;
};

const mostMetadata = 100_000;

/**
 * What an input means for the fields it names, or the first that is wrong.
 * @param now the moment relative dates count from, and the metadata that keys are set in.
 */
export function detailChanges(
  input: DetailsInput,
  now: { readonly at: Instant; readonly metadata: Metadata },
): Result<DetailChanges, TextFailure> {
  const { design, estimate, due, defer, externalRef, checkCommand, role, size, requiresPlan, gate } = input;
  const read = {
    design: design === undefined ? undefined : parseText('design', design),
    estimate: unlessNone(estimate, parseEstimate),
    dueAt: unlessNone(due, (text) => dateOrNone(text, now.at, 'end')),
    deferUntil: unlessNone(defer, (text) => dateOrNone(text, now.at, 'begin')),
    externalRef: unlessNone(externalRef, (text) => parseLine('reference', text, 500)),
    metadata: wantedMetadata(input, now.metadata),
    checkCommand: unlessNone(checkCommand, (text) => parseText('check', text)),
    role: unlessNone(role, (text) => parseWord('role', text)),
    size: unlessNone(size, parseSize),
    requiresPlan: requiresPlan === undefined ? undefined : ok(requiresPlan),
    files: input.files && parseFiles(input.files),
    requires: input.requires && parseRequirements(input.requires),
    gate: gate === undefined ? undefined : ok(gate),
  };
  const changes: Record<string, unknown> = {};
  for (const [field, result] of Object.entries(read)) {
    if (result === undefined) continue;
    if (!result.ok) return result;
    changes[field] = result.value;
  }
  return ok(changes);
}

function unlessNone<T>(
  text: string | null | undefined,
  parse: (text: string) => Result<T, TextFailure>,
): Result<T | null, TextFailure> | undefined {
  if (text === undefined) return undefined;
  return text === null ? ok(null) : parse(text);
}

function dateOrNone(text: string, now: Instant, end: DayEnd): Result<Instant | null, TextFailure> {
  return text.trim().toLowerCase() === 'none' ? ok(null) : parseWhen(text, now, end);
}

const count = String.raw`(\d+(?:\.\d+)?)`;
const estimateWord = new RegExp(
  `^(?:${count}w(?:eeks?)?)?(?:${count}d(?:ays?)?)?(?:${count}h(?:ours?|rs?)?)?(?:(\\d+)m(?:in(?:ute)?s?)?)?$`,
);
const minutesOf = [5 * 8 * 60, 8 * 60, 60, 1] as const;
const longestEstimate = 10 * 52 * 5 * 8 * 60;

/** Minutes of work from `90m`, `2h`, `1.5 hours`, `1d4h` or a bare number; a day has eight hours, a week five days. */
export function parseEstimate(text: string): Result<number, TextFailure> {
  const word = text.trim().toLowerCase().replace(/\s+/g, '');
  const parts = /^\d+$/.test(word) ? [undefined, undefined, undefined, word] : estimateWord.exec(word)?.slice(1);
  const given = (parts ?? []).map((part, index) => Number(part ?? 0) * (minutesOf[index] ?? 0));
  const minutes = Math.round(given.reduce((sum, part) => sum + part, 0));
  if (parts === undefined || word === '' || minutes < 1 || minutes > longestEstimate) {
    return err({ kind: 'task.bad-estimate', text });
  }
  return ok(minutes);
}

function parseSize(text: string): Result<TaskSize, TextFailure> {
  const size = taskSizes.find((known) => known === text.trim().toUpperCase());
  return size ? ok(size) : err({ kind: 'task.bad-size', text });
}

function wantedMetadata(input: DetailsInput, current: Metadata): Result<Metadata, TextFailure> | undefined {
  const { metadata, setMetadata } = input;
  if (metadata === undefined && setMetadata === undefined) return undefined;
  const base = metadata === null ? {} : (metadata ?? current);
  if (!isObject(base)) return err({ kind: 'task.bad-metadata' });
  const wanted = Object.entries({ ...base, ...setMetadata }).filter(
    ([key, value]) => value !== undefined && !(value === null && setMetadata && Object.hasOwn(setMetadata, key)),
  );
  const object = Object.fromEntries(wanted);
  if (!isNestedWithin(object)) return err({ kind: 'task.deep-metadata', limit: deepestMetadata });
  const rounded = roundedIn([metadata, setMetadata]);
  if (rounded !== undefined) return err({ kind: 'task.long-number', digits: String(rounded) });
  const bytes = Buffer.byteLength(JSON.stringify(object));
  if (bytes > mostMetadata) return err({ kind: 'task.text-too-long', field: 'metadata', bytes, limit: mostMetadata });
  return ok(object);
}

function isObject(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
