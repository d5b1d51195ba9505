import type { Act, Finding } from '@cw/kernel';
import type { Transact } from '@cw/storage';
import { makeBackup } from '../backup/backups.ts';
import { homeRepairs } from './check-home.ts';
import { repairs } from './checks.ts';

export type Mended = { readonly repair: string; readonly about: string; readonly changed: number };

/** Tells of each repair before it is made, and of the backup. */
type Tell = (line: string) => void;

export type Mending = {
  readonly home: string;
  readonly at: number;
  readonly findings: readonly Finding[];
  readonly act: () => Promise<Act>;
  readonly transact: () => Transact;
  readonly tell: Tell;
};

/**
 * Makes the repairs of files that findings ask for, without the database: it is not opened, nor copied, while others may
 * write into its folder.
 */
export async function mendHome({ home, findings, tell }: Pick<Mending, 'home' | 'findings' | 'tell'>) {
  const mended: Mended[] = [];
  for (const { name, about, run } of askedFor(homeRepairs, findings)) {
    tell(`Will ${about} (${name}).`);
    mended.push({ repair: name, about, changed: await run(home) });
  }
  return mended;
}

/**
 * Copies the database, then makes each repair of it that the findings ask for, in the order in which they are made.
 * Answers the backup, null where there was nothing to do, and what was done.
 */
export async function mendDatabase(
  mending: Mending,
): Promise<{ readonly backup: string | null; readonly repaired: readonly Mended[] }> {
  const { home, tell } = mending;
  const due = askedFor(repairs, mending.findings);
  if (due.length === 0) return { backup: null, repaired: [] };
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

function askedFor<T extends { readonly name: string }>(known: readonly T[], findings: readonly Finding[]): T[] {
  const wanted = new Set(findings.map(({ repair }) => repair));
  return known.filter(({ name }) => wanted.has(name));
}
