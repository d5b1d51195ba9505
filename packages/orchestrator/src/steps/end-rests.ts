import { providerNames, type RunRecord } from '@cw/agents';
import { getTask, tasksWithin } from '@cw/tasks';
import { restStore } from '../adapters/rest-store.ts';
import { append } from '../append.ts';
import { type Driving, orchestratorAct, whileDispatching } from '../deps.ts';
import { settleAccount } from '../inbox/tell-account.ts';
import { type AccountRest, mayBeUsed } from '../model/rest.ts';
import {
  attendedAccounts,
  type DueRest,
  dueRests,
  listAccountRests,
  nextRestEnd,
  type RestingAccount,
  restingAccounts,
  restsOfAccount,
} from '../queries/find-rests.ts';
import { wantedModels } from '../queries/wanted-model.ts';

/** How often is looked for a new sign-in while something waits for one, in milliseconds. */
const signInEvery = 5_000;

/**
 * Lets go on what has rested long enough, and what waited for a person who has done something.
 * @returns milliseconds after which there may be more to do; undefined when nothing rests that time alone ends
 */
export async function endRests(deps: Driving): Promise<number | undefined> {
  const { read } = deps.storage;
  const waiting = (await listAccountRests(read)).filter(({ until }) => until === null);
  if (waiting.length > 0) await endWaits(deps, waiting);
  const now = deps.clock.now();
  const due = await withModels(deps, await dueRests(read, now));
  if (due.length > 0)
    for (const taskId of mayGoOn(due, await listAccountRests(read), await restingAccounts(read)))
      await release(deps, taskId);
  const next = await nextRestEnd(read, now);
  const looksForSignIn = waiting.some(({ cause }) => cause === 'login') ? [signInEvery] : [];
  const waits = next === undefined ? looksForSignIn : [...looksForSignIn, Math.max(1, next - deps.clock.now())];
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** With the model that is set, where the next run is to begin with none of its own. */
async function withModels({ storage: { read } }: Driving, due: readonly DueRest[]): Promise<readonly DueRest[]> {
  const models = await wantedModels(
    read,
    due.map(({ taskId, projectId }) => ({ id: taskId, projectId })),
  );
  return due.map((rest) => ({ ...rest, model: models.get(rest.taskId)?.model ?? rest.model }));
}

/**
 * Those of the tasks that may go on now. A conversation waits until its account is of use again, since no other account has
 * it; where that has to be tried yet, one does.
 */
function mayGoOn(
  due: readonly DueRest[],
  rested: readonly AccountRest[],
  resting: readonly RestingAccount[],
): readonly string[] {
  const tried = new Set<string>();
  return due.flatMap((rest) => {
    const keepsIt = (other: AccountRest) => isSameAccount(other, rest) && !mayBeUsed(other, rest.model);
    const kept = rested.filter(keepsIt).map(keyOf);
    if (rest.resume && (resting.some(keepsIt) || kept.some((key) => tried.has(key)))) return [];
    for (const key of kept) tried.add(key);
    return [rest.taskId];
  });
}

type Account = Pick<AccountRest, 'provider' | 'accountId'>;

function isSameAccount(a: Account, b: Account): boolean {
  return a.provider === b.provider && a.accountId === b.accountId;
}

function keyOf({ provider, accountId, model }: AccountRest): string {
  return `${provider} ${accountId} ${model ?? ''}`;
}

async function release(deps: Driving, taskId: string): Promise<void> {
  await whileDispatching(deps, async (tx) => {
    await restStore(tx).endRest(taskId);
    const task = await getTask(tx, taskId);
    if (task?.status === 'in_progress') await tasksWithin(tx).releaseFromRun({ taskId }, orchestratorAct);
  });
}

/** Accounts that were seen to are tried by one run; what rested because of them may go on. */
async function endWaits(deps: Driving, waiting: readonly AccountRest[]): Promise<void> {
  const attended = await attendedAccounts(deps.storage.read);
  const signedIn: AccountRest[] = [];
  for (const rest of waiting) if (await hasSignedIn(deps, rest)) signedIn.push(rest);
  for (const rest of new Map([...attended, ...signedIn].map((each) => [keyOf(each), each])).values()) {
    await whileDispatching(deps, async (tx) => {
      const store = restStore(tx);
      const now = (await store.restsOfAccount(rest)).find(({ model }) => model === rest.model);
      if (now?.until !== null) return;
      await store.saveAccount({ ...now, until: tx.at });
      await store.endRestsOf(rest, tx.at);
      await settleAccount(tx, rest, orchestratorAct);
    });
  }
}

/** Whether the files that hold an account's sign-in have changed since it was refused. */
async function hasSignedIn(deps: Driving, { provider, accountId, cause, since }: AccountRest): Promise<boolean> {
  if (cause !== 'login') return false;
  const account = accountId === '' ? undefined : await deps.accounts.queries.find(accountId);
  const name = providerNames.find((known) => known === provider);
  if (account?.ok === false || name === undefined) return false;
  const login = account && { configDir: account.value.configDir, env: await deps.accounts.environment(accountId) };
  const changed = deps.agents.signInChangedAt(name, login ?? null);
  return changed !== undefined && changed > since;
}

/** Notes that the model answered a run with its account: what rested because of it may go on. */
export async function noteServed(deps: Driving, run: RunRecord): Promise<void> {
  const account = { provider: run.provider, accountId: run.accountId ?? '' };
  const isOver = (rest: AccountRest) =>
    rest.until !== null && rest.until <= run.createdAt && !mayBeUsed(rest, run.model);
  if (!(await restsOfAccount(deps.storage.read, account)).some(isOver)) return;
  await whileDispatching(deps, async (tx) => {
    const store = restStore(tx);
    for (const rest of (await store.restsOfAccount(account)).filter(isOver)) {
      await store.removeAccount(rest);
      await settleAccount(tx, rest, orchestratorAct);
      const payload = { provider: run.provider, accountId: run.accountId, cause: rest.cause, model: rest.model };
      await append(tx, { type: 'account.recovered', entity: run.accountId ?? run.provider, payload }, orchestratorAct);
    }
  });
}
