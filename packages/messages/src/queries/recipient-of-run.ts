import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { MailFailure, Party } from '../model/mail.ts';
import { type IsWalled, isInReach, isSameSender, leavesWalls, type PlacedRun } from '../model/mail-reach.ts';
import { agents, people, roles } from './find-recipient.ts';
import { newestRunOf, runsByStart } from './placed-runs.ts';

type Meant = { readonly party: Party; readonly run: PlacedRun | null };

/**
 * Who is meant by a word of a run, as {@link findRecipient} takes it. What is out of the run's reach is for it as if it
 * was not there; itself, and whom its words would reach without the walls that it has, is refused.
 */
export async function recipientOfRun(
  db: ReadDb,
  to: string,
  { from, isWalled }: { readonly from: PlacedRun; readonly isWalled: IsWalled },
): Promise<Result<Party, MailFailure>> {
  const [, kind, rest] = /^(person|agent|run|role):(.+)$/.exec(to.trim()) ?? [];
  const name = rest ?? to.trim();
  const wants = (wanted: Party['kind']) => kind === undefined || kind === wanted;
  const found: Meant[] = [];
  if (wants('run') && (kind === 'run' || /^rn_/i.test(name))) found.push(...(await runsInReach(db, name, from)));
  else {
    if (wants('person')) found.push(...(await people(db, name)).map((party) => ({ party, run: null })));
    if (wants('agent')) found.push(...(await agentsInReach(db, name, from)));
    if (wants('role')) found.push(...(await roles(db, name)).map((party) => ({ party, run: null })));
  }
  const [only, ...others] = found;
  if (only === undefined) return err({ kind: 'message.unknown-recipient', to, known: ['person', from.role] });
  if (others.length > 0) {
    const matches = found.slice(0, 5).map(({ party }) => `${party.kind}:${party.name}`);
    return err({ kind: 'message.ambiguous-recipient', to, matches });
  }
  return refuseSelfAndWalls(only, { from, isWalled });
}

function refuseSelfAndWalls(
  { party, run }: Meant,
  { from, isWalled }: { readonly from: PlacedRun; readonly isWalled: IsWalled },
): Result<Party, MailFailure> {
  if (run === null) return ok(party);
  if (isSameSender(run, from)) return err({ kind: 'message.to-itself' });
  if (party.kind === 'run' && run.endedAt !== null) {
    return err({ kind: 'message.run-ended', runId: run.id, taskId: run.taskId });
  }
  return leavesWalls(isWalled, from.id, run.id) ? err({ kind: 'message.out-of-walls', to: party.name }) : ok(party);
}

async function runsInReach(db: ReadDb, typed: string, from: PlacedRun): Promise<readonly Meant[]> {
  const start = typed.toLowerCase();
  const near = (await runsByStart(db, start)).filter((run) => isInReach(from, run));
  const exact = near.filter(({ id }) => id === start);
  return (exact.length > 0 ? exact : near).map((run) => ({ party: { kind: 'run', id: run.id, name: run.id }, run }));
}

/** Agents that work, or worked last, where the run may write to. */
async function agentsInReach(db: ReadDb, name: string, from: PlacedRun): Promise<readonly Meant[]> {
  const near: Meant[] = [];
  for (const party of await agents(db, name)) {
    const run = await newestRunOf(db, party.id);
    if (run !== undefined && isInReach(from, run)) near.push({ party, run });
  }
  return near;
}
