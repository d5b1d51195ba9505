import { type Clock, mayHoldReason, readReason, type SayWhy, sayerOf, sayIn } from '@cw/kernel';
import type { Connection } from '../driver.ts';

/**
 * What SQL may call besides SQLite's own functions: `now_ms()`, milliseconds by the workspace's clock, for what is true
 * only until or from a date on; `lower_case(text)`, a text in small letters of every script, composed; `told(text)`, a
 * stored reason in words; and `told_in(json)`, a JSON text with its stored reasons in words.
 */
export function addFunctions(connection: Connection, clock: Clock, say: SayWhy = sayerOf({})): void {
  connection.function('now_ms', () => clock.now());
  connection.function('lower_case', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.normalize('NFC').toLowerCase() : text,
  );
  connection.function('told', (text) => (typeof text === 'string' ? say(readReason(text)) : text));
  connection.function('told_in', (json) =>
    typeof json === 'string' && mayHoldReason(json) ? JSON.stringify(sayIn(JSON.parse(json), say)) : json,
  );
}
