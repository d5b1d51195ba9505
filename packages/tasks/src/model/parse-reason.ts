import { ok, type Result, type StoredReason, storeReason, type Why } from '@cw/kernel';
import { type FieldFailure, parseSaidText, parseText } from '@cw/task-formats';

/** Why a task is as it is, to be kept: a code of the room that says so, or words that say something. */
export function parseReason(why: Why): Result<StoredReason, FieldFailure> {
  const reason = typeof why === 'string' ? parseSaidText('reason', why) : ok(why);
  return reason.ok ? ok(storeReason(reason.value)) : reason;
}

/** The same where nothing need be said. */
export function parseOptionalReason(why: Why | undefined): Result<StoredReason | null, FieldFailure> {
  const reason = typeof why === 'object' ? ok(why) : parseText('reason', (why ?? '').trim());
  return reason.ok ? ok(reason.value === '' ? null : storeReason(reason.value)) : reason;
}
