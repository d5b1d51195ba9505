import type { Clock } from '@cw/kernel';
import type { Connection } from '../driver.ts';

/**
 * What SQL may call besides SQLite's own functions: `now_ms()`, milliseconds by the workspace's clock, for what is true
 * only until or from a date on; and `lower_case(text)`, a text in small letters of every script, composed.
 */
export function addFunctions(connection: Connection, clock: Clock): void {
  connection.function('now_ms', () => clock.now());
  connection.function('lower_case', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.normalize('NFC').toLowerCase() : text,
  );
}
