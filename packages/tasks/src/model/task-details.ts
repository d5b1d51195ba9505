import { err, type Instant, ok, type Result } from '@cw/kernel';
import {
  type Detail,
  type Details,
  deepestMetadata,
  detailsOf,
  isNestedWithin,
  parseDetail,
  parseDetailList,
  type SaidDetails,
} from '@cw/task-formats';
import { roundedIn } from './rounded-number.ts';
import type { TextFailure } from './task-failure.ts';
import type { Metadata } from './task-view.ts';
import { type DayEnd, parseWhen } from './when.ts';

/** The fields that most tasks leave empty, as doors hand them over. Null empties one; a date may be `none`, too. */
export type DetailsInput = {
  readonly [Said in keyof SaidDetails]?: SaidDetails[Said] | Emptied<NonNullable<SaidDetails[Said]>> | undefined;
} & {
  /** Keys of the metadata to set one by one; null takes a key away. */
  readonly setMetadata?: Metadata | undefined;
};
type Emptied<Value> = Value extends string ? null : never;

const mostMetadata = 100_000;
const rows = detailsOf();

/**
 * What an input means for the fields it names, or the first that is wrong.
 * @param now the moment relative dates count from, and the metadata that keys are set in.
 */
export function detailChanges(
  input: DetailsInput,
  now: { readonly at: Instant; readonly metadata: Metadata },
): Result<Partial<Details>, TextFailure> {
  const changes: Record<string, unknown> = {};
  for (const row of rows) {
    const result =
      row.kind === 'object' ? wantedMetadata(input, now.metadata) : detailChange(row, input[row.said], now.at);
    if (result === undefined) continue;
    if (!result.ok) return result;
    changes[row.field] = result.value;
  }
  return ok(changes);
}

function detailChange(row: Detail, given: unknown, now: Instant): Result<unknown, TextFailure> | undefined {
  if (given === undefined) return undefined;
  if (given === null) return ok(row.kind === 'text' ? '' : null);
  if (row.kind === 'flag') return ok(given);
  if (Array.isArray(given)) return parseDetailList(row, given);
  const text = String(given);
  return row.kind === 'date' ? dateOrNone(text, now, dayEnds[row.said] ?? 'begin') : parseDetail(row, text);
}

/** Work is due at the end of a day, and deferred to its beginning. */
const dayEnds: Readonly<Record<string, DayEnd>> = { due: 'end' };

function dateOrNone(text: string, now: Instant, end: DayEnd): Result<Instant | null, TextFailure> {
  return text.trim().toLowerCase() === 'none' ? ok(null) : parseWhen(text, now, end);
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
