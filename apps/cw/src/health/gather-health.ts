import { existsSync, statSync } from 'node:fs';
import { listAccounts } from '@cw/accounts';
import { sandboxKey, sandboxNetworkKey } from '@cw/agents';
import { isSetAnywhere } from '@cw/config';
import { toldToPrograms, type Workspace } from '@cw/entry';
import { listWithheld } from '@cw/integration';
import { type Instant, toIso, toIsoOrNull, unwrap } from '@cw/kernel';
import { type CauseName, causeOf, listItems, matterOf } from '@cw/messages';
import { listAccountRests, listPauses } from '@cw/orchestrator';
import { countStates, workFigures } from '@cw/states';
import { findDispatcher, lastSeq, listParked, type ReadDb, schemaVersion } from '@cw/storage';
import { readWatchdog } from '@cw/upkeep';
import { databasePath, listBackups } from '../backup/backups.ts';
import { databaseTroubles, type FileIdentity } from './database-troubles.ts';
import { whyNotWritable } from './disk-state.ts';
import type { AccountRestView, DiskUse, HealthReport, ProcessFacts, ServerState } from './health-report.ts';
import { judgeHealth } from './judge-health.ts';
import { lastErrors } from './last-errors.ts';
import { lastRecoveries } from './recoveries.ts';
import { sandboxFacts, sandboxView } from './sandbox-view.ts';
import type { SilentServer } from './say-silence.ts';
import { isStopped } from './server-process.ts';

export type GatherHealth = {
  readonly workspace: Workspace;
  /** What a server that answers tells of itself; absent when none could be asked. */
  readonly process?: ProcessFacts | undefined;
  readonly server: { readonly state: ServerState; readonly url: string | null; readonly pid: number | null };
  readonly disk: () => Promise<DiskUse>;
  /** The file of the database that the server opened; absent when none could be asked. */
  readonly opened?: FileIdentity | undefined;
};

/** How a workspace is: from its database, its files, and the process that serves it where there is one. */
export async function gatherHealth(gather: GatherHealth): Promise<HealthReport> {
  const { workspace, process, server } = gather;
  const { home, storage, clock } = workspace;
  const { read } = storage;
  const now = clock.now();
  const facts = {
    home,
    at: toIso(now),
    server,
    supervisor: await supervisorOf(read, gather),
    watchdog: process?.watchdog ?? (server.state === 'silent' ? await readWatchdog(read, home, true) : null),
    agents: (await countStates(read)).agents,
    work: await workFigures(read),
    pauses: await listPauses(read),
    accounts: await restingAccounts(workspace, now),
    withheld: await withheldMerges(read),
    holds: await openHolds(read),
    sandbox: {
      ...sandboxFacts(home),
      wanted: await isSetAnywhere(read, sandboxKey, 'on'),
      networkWanted: await isSetAnywhere(read, sandboxNetworkKey, 'private'),
    },
    disk: { ...(await gather.disk()), refusal: whyNotWritable(home) },
    database: await databaseFacts(gather),
    errors: await lastErrors(home, read),
    recoveries: await lastRecoveries(read),
  };
  const concerns = judgeHealth(facts);
  const { wanted, networkWanted } = facts.sandbox;
  const sandbox = { ...sandboxView(facts.sandbox, toldToPrograms), wanted, networkWanted };
  return { ...facts, sandbox, concerns, well: !concerns.some(({ level }) => level === 'problem') };
}

async function supervisorOf(read: ReadDb, { process, server }: GatherHealth): Promise<HealthReport['supervisor']> {
  const last = await findDispatcher(read);
  const silence = silenceOf(server, process);
  const dispatching = server.state === 'none' ? false : silence !== null ? null : last !== undefined;
  const known = dispatching === false ? undefined : last;
  return {
    dispatching,
    holder: known?.holder ?? null,
    pid: known?.pid ?? null,
    since: toIsoOrNull(known?.acquiredAt ?? null),
    lastRoundAt: process?.lastRoundAt ?? null,
    silence,
  };
}

function silenceOf(
  { state, pid, url }: GatherHealth['server'],
  process: ProcessFacts | undefined,
): SilentServer | null {
  if (state !== 'silent' || pid === null || url === null) return process?.silent ?? null;
  return { pid, url, since: null, stopped: isStopped(pid) };
}

/** These are seen for themselves, whether or not the inbox tells of them. */
const seenHere: ReadonlySet<CauseName> = new Set(['silence', 'sandbox', 'disk', 'push']);

async function openHolds(read: ReadDb): Promise<HealthReport['holds']> {
  const { items } = unwrap(await listItems(read, { kind: 'hold', limit: 100 }));
  return items.flatMap(({ id: itemId, subject, title }) => {
    const { matter, id } = matterOf(subject);
    if (matter !== 'cause') return [];
    const { name: cause } = causeOf(id);
    return seenHere.has(cause) ? [] : [{ itemId, cause, title }];
  });
}

async function withheldMerges(read: ReadDb): Promise<HealthReport['withheld']> {
  const withheld = await listWithheld(read);
  return withheld.map((each) => ({ ...each, isThere: each.sourceKind === 'url' || existsSync(each.source) }));
}

/** One whose time has come rests no more: it is tried with the next task. */
async function restingAccounts(workspace: Workspace, now: Instant): Promise<readonly AccountRestView[]> {
  const all = await listAccountRests(workspace.storage.read);
  const rests = all.filter(({ until }) => until === null || until > now);
  if (rests.length === 0) return [];
  const names = new Map((await listAccounts(workspace.storage.read)).map(({ id, name }) => [id, name]));
  const there = rests.filter(({ accountId }) => accountId === '' || names.has(accountId));
  return there.map(({ provider, accountId, cause, model, said, since, until }) => ({
    provider,
    cause,
    model,
    reason: said,
    account: names.get(accountId) ?? null,
    since: toIso(since),
    until: toIsoOrNull(until),
  }));
}

async function databaseFacts({ workspace, opened }: GatherHealth): Promise<HealthReport['database']> {
  const { home } = workspace;
  const { read } = workspace.storage;
  const path = databasePath(home);
  const parked = await listParked(read);
  return {
    schemaVersion,
    bytes: bytesOf(path),
    walBytes: bytesOf(`${path}-wal`),
    events: await lastSeq(read),
    lastBackupAt: listBackups(home)[0]?.createdAt ?? null,
    troubles: databaseTroubles(path, opened),
    parked: parked.map(({ name, error, parkedAt }) => ({ name, error, since: toIso(parkedAt) })),
  };
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
