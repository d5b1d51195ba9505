import type { Act, Finding } from '@cw/kernel';
import type { Repair, Transact } from '@cw/storage';
import { makeBackup } from '../backup/backups.ts';
import { repairs } from './checks.ts';

export type Mended = { readonly repair: string; readonly about: string; readonly changed: number };

export type Mending = {
  readonly home: string;
  readonly at: number;
  readonly findings: readonly Finding[];
  readonly act: () => Promise<Act>;
  readonly transact: () => Transact;
  /** Told of each repair before it is made, and of the backup. */
  readonly tell: (line: string) => void;
};

/** The repairs that findings ask for, in the order in which they are made. */
export function repairsFor(findings: readonly Finding[]): readonly Repair[] {
  const wanted = new Set(findings.map(({ repair }) => repair));
  return repairs.filter(({ name }) => wanted.has(name));
}

/** Copies the database, then makes each repair that the findings ask for. Answers the backup and what was done. */
export async function mend(
  mending: Mending,
): Promise<{ readonly backup: string; readonly repaired: readonly Mended[] }> {
  const { home, tell } = mending;
  const due = repairsFor(mending.findings);
  for (const { name, about } of due) tell(`Will ${about} (${name}).`);
  const { path } = await makeBackup({ home, at: mending.at, reason: 'before-repair' });
  tell(`Backup first: ${path}`);
  const act = await mending.act();
  const repaired: Mended[] = [];
  for (const { name, about, run } of due) {
    const changed = await run({ home, transact: mending.transact(), act });
    repaired.push({ repair: name, about, changed });
  }
  return { backup: path, repaired };
}
