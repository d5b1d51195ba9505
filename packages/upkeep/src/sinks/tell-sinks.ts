import { accountSecrets } from '@cw/accounts';
import { findRun } from '@cw/agents';
import { readSetting } from '@cw/config';
import { hideSecrets, type Instant, storeReason, type Why } from '@cw/kernel';
import { findItem, type ItemView } from '@cw/messages';
import { LockLost } from '@cw/storage';
import { append } from '../append.ts';
import type { UpkeepDeps } from '../begin-upkeep.ts';
import { type Sink, SinkFailure } from '../ports/sink.ts';
import { happenedSince } from '../queries/happened-since.ts';
import { untoldItems } from '../queries/untold-items.ts';
import { commandKey, mutedKey, webhookKey } from './sink-keys.ts';

/** Milliseconds before each further try. */
const usualDelays = [5_000, 30_000, 120_000];
/** How long what is being told has to come to its end when this process stops, in milliseconds. */
const patience = 1_000;
const causes = ['inbox.raised', 'config.changed'];
const longestText = 10_000;

export type Telling = {
  /** Looks whether there is something to tell; answers at once. */
  wake(): void;
  end(): Promise<void>;
};

/**
 * Tells sinks of what waits for people, each item once a sink, beside all other work. One that fails is tried again a few
 * times, then let be and reported.
 */
export function tellSinks(deps: UpkeepDeps, sinks: readonly Sink[], delays: readonly number[] = usualDelays): Telling {
  const cut = new AbortController();
  const failures = new Map<string, { readonly tries: number; readonly at: Instant }>();
  let seen: number | undefined;
  let wanted = false;
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tellOne = async (sink: Sink, id: string) => {
    const found = await findItem(deps.read, id);
    if (!found.ok || found.value.state !== 'open') return;
    const to = await addressOf(deps, sink.name, found.value);
    if (to.length === 0) return;
    const key = `${sink.name} ${id}`;
    const { tries, at } = failures.get(key) ?? { tries: 0, at: 0 };
    if (at > deps.clock.now()) return;
    const failure = await failureOf(sink, { to, body: await bodyOf(deps, found.value), signal: cut.signal });
    const wait = failure === undefined || failure.lasting ? undefined : delays[tries];
    if (wait !== undefined) {
      failures.set(key, { tries: tries + 1, at: deps.clock.now() + wait });
      return;
    }
    failures.delete(key);
    await noteTold(deps, sink.name, { id, reason: failure?.reason ?? null });
    if (failure) deps.onError(new Error(`${sink.name} could not be notified of ${id}: ${failure.message}.`));
  };
  const look = async () => {
    const { any, last } = await happenedSince(deps.read, causes, seen);
    const due = [...failures.values()].some(({ at }) => at <= deps.clock.now());
    if (any || due) await Promise.all(sinks.map((sink) => tellAll(sink)));
    seen = last;
  };
  const tellAll = async (sink: Sink) => {
    for (const id of await untoldItems(deps.read, sink.name)) {
      if (deps.signal.aborted) return;
      await tellOne(sink, id);
    }
  };
  const work = async () => {
    clearTimeout(timer);
    while (wanted && !deps.signal.aborted) {
      wanted = false;
      await look();
    }
    const next = Math.min(...[...failures.values()].map(({ at }) => at));
    if (Number.isFinite(next) && !deps.signal.aborted)
      timer = setTimeout(wake, Math.max(1, next - deps.clock.now())).unref();
  };
  const wake = () => {
    wanted = true;
    underWay ??= work()
      .catch((error: unknown) => {
        if (!deps.signal.aborted && !(error instanceof LockLost)) deps.onError(error);
      })
      .finally(() => {
        underWay = undefined;
        if (wanted && !deps.signal.aborted) wake();
      });
  };
  return {
    wake,
    end: async () => {
      clearTimeout(timer);
      const limit = setTimeout(() => cut.abort(), patience);
      await underWay;
      clearTimeout(limit);
    },
  };
}

type Told = { readonly to: readonly string[]; readonly body: string; readonly signal: AbortSignal };

async function failureOf(sink: Sink, { to, body, signal }: Told): Promise<SinkFailure | undefined> {
  try {
    await sink.tell(to, body, signal);
    return undefined;
  } catch (error) {
    if (error instanceof SinkFailure && !signal.aborted) return error;
    throw error;
  }
}

async function addressOf(deps: UpkeepDeps, sink: Sink['name'], { projectId }: ItemView): Promise<readonly string[]> {
  const { read } = deps;
  const scope = projectId === null ? {} : { project: projectId };
  if ((await readSetting(read, mutedKey, scope)).value === 'yes') return [];
  if (sink === 'inbox.command') return (await readSetting(read, commandKey, scope)).value;
  const url = (await readSetting(read, webhookKey, scope)).value;
  return url === '' ? [] : [url];
}

/** What a sink is told: enough to know what is asked and to answer it, without what looks like a secret. */
async function bodyOf(deps: UpkeepDeps, item: ItemView): Promise<string> {
  const { id, kind, projectId, projectName, taskId, taskTitle, runId, choices, createdAt, expiresAt } = item;
  const hide = await hiding(deps, runId);
  const [title, text] = [hide(item.title), hide(item.text).slice(0, longestText)];
  const about = { projectId, projectName, taskId, taskTitle, runId };
  return JSON.stringify({
    event: 'inbox.raised',
    item: { id, kind, title, text, ...about, choices, createdAt, expiresAt },
  });
}

async function hiding({ read, home }: UpkeepDeps, runId: string | null): Promise<(text: string) => string> {
  const run = runId === null ? undefined : await findRun(read, runId);
  const accountId = run?.ok ? run.value.accountId : null;
  const values = accountId === null ? [] : await accountSecrets(home, accountId);
  return (text) =>
    hideSecrets(
      text,
      values.filter((value) => value.length >= 8),
    );
}

async function noteTold(
  deps: UpkeepDeps,
  sink: Sink['name'],
  { id, reason }: { readonly id: string; readonly reason: Why | null },
): Promise<void> {
  const payload = { sink, ok: reason === null, reason: storeReason(reason) };
  await deps.transact((tx) => append(tx, { type: 'inbox.told', entity: id, payload }, deps.act));
}
