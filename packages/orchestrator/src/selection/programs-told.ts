import { listCauses } from '@cw/messages';
import type { ReadDb } from '@cw/storage';
import type { Machine } from './missing.ts';

/** Why programs cannot be started, as people are told of it: what another process has found. */
export async function programsTold(db: ReadDb): Promise<Machine['whyNotFound']> {
  const causes = (await listCauses(db)).filter(({ name }) => name === 'program');
  const known = new Map(causes.map(({ of, details }) => [of, details]));
  return ({ program, command }) => {
    const told = known.get(`${program}:${command}`);
    return told && { why: told.because ?? '', hint: told.hint, next: told.next };
  };
}
