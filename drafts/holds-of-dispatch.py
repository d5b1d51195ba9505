def sub(p,a,b):
    s=open(p).read()
    assert a in s,(p,a)
    open(p,'w').write(s.replace(a,b,1))
m='packages/messages/src/'
# causes that are not raised yet are not there
for name,doc in (("  clone: 'hold',\n","  /** The private clone of a project is gone or damaged. */\n"),("  'account-folder': 'hold',\n","  /** The folder with the sign-in of an account is gone. */\n")):
    sub(m+'model/cause.ts',doc+name,'')
sub(m+'model/cause.ts',"  clone: [lookAgain],\n",''); sub(m+'model/cause.ts',"  'account-folder': [lookAgain],\n",'')
sub(m+'model/cause.ts',"  /** An agent program is missing or cannot start. */","  /** An agent program is missing or may not be executed. */")
o='packages/orchestrator/src/'
sub(o+'inbox/answers/cause-answers.ts',"  clone: lookAgain,\n",''); sub(o+'inbox/answers/cause-answers.ts',"  'account-folder': lookAgain,\n",'')
p=o+'model/hold-reason.ts'
sub(p,"""  | {
      readonly what: 'account-folder';
      readonly account: string;
      readonly folder: string;
    }
""",'')
sub(p,"""    case 'account-folder':
      return `No agent is started with the account ${held.account}: its folder is gone`;
""",'')
sub(p,"""    case 'account-folder':
      return `${held.folder} held its sign-in. Sign in with it again, or remove the account.`;
""",'')
sub(p,"""      return `No more agents are started: less than ${held.leastMb} MB are free on the disk of ${held.folder}`;""","""      return `The disk of ${held.folder} is almost full: less than ${held.leastMb} MB are free`;""")
sub(p,"""      return 'It is the least that orchestrator.minFreeDisk asks for. Running agents continue; nothing is lost if the disk fills up, but nothing can be written then.';""","""      return 'Free space. When it is full, agents and merges wait until something can be written again; nothing is lost.';""")
p=o+'model/dispatch-reason.test.ts'
sub(p,"""    [held({ what: 'account-folder', account: 'work', folder: '/a' }), 'with the account work: its folder is gone'],
""",'')
sub(p,"'less than 100 MB are free on the disk of /a'","'The disk of /a is almost full: less than 100 MB are free'")
# program
p='packages/agents/src/agents.module.ts'
sub(p,"""    provider: (name: ProviderName): Provider => providers[name],
""","""    provider: (name: ProviderName): Provider => providers[name],
    /** Why a program cannot be started, as far as its file tells; undefined where it can, or none is needed. */
    whyNotStartable: (name: ProviderName, scope: ScopeIds): Promise<Unstartable | undefined> =>
      whyNotStartable(deps, name, scope),
""")
sub(p,"""/** Where the conversation of an earlier run lies. */""","""/** What is wrong with a program, as the end of a sentence, and what to do about it. */
export type Unstartable = Advice & { readonly because: string };

async function whyNotStartable(
  { storage: { read }, hostEnv }: AgentsDeps,
  name: ProviderName,
  scope: ScopeIds,
): Promise<Unstartable | undefined> {
  const setting = programOf(name).settings.command;
  if (setting === null) return undefined;
  try {
    findProgram((await readSetting(read, setting, scope)).value, hostEnv.PATH ?? '', setting.key);
    return undefined;
  } catch (error) {
    if (!isFault(error)) throw error;
    return { because: error.message.replace(/\\.$/, ''), hint: error.hint, next: error.next };
  }
}

/** Where the conversation of an earlier run lies. */""")
sub(p,"import { readSetting } from '@cw/config';","import { readSetting, type ScopeIds } from '@cw/config';")
sub(p,"import { Fault, hideSecrets,","import { type Advice, Fault, hideSecrets,")
sub(p,"import { type LaunchAgent,","import { findProgram } from './adapters/find-program.ts';\nimport { type LaunchAgent,")
sub(p,"import type { ProviderName } from './providers/programs.ts';","import { type ProviderName, programOf } from './providers/programs.ts';")
sub('packages/agents/src/index.ts',"export { findProgram } from './adapters/find-program.ts';","export { findProgram } from './adapters/find-program.ts';\nexport type { Unstartable } from './agents.module.ts';")
# blocker
p=o+'selection/blocker.ts'
sub(p,"""  | ({ readonly why: 'day-cap' } & DayCap)""","""  /** The program that does it cannot be started. */
  | { readonly why: 'program'; readonly program: string; readonly because: string; readonly advice: Advice }
  | ({ readonly why: 'day-cap' } & DayCap)""")
p=o+'selection/say-blocker.ts'
sub(p,"""    case 'memory':
      return `""","""    case 'program':
      return `its agent cannot be started: ${blocker.because}`;
    case 'memory':
      return `""")
sub(p,"""    case 'sandbox':
      return blocker.advice.next ?? [];""","""    case 'sandbox':
    case 'program':
      return blocker.advice.next ?? [];""")
p=o+'selection/survey.ts'
sub(p,"""  readonly sandbox: SandboxState | undefined;
};""","""  readonly sandbox: SandboxState | undefined;
  /** Why the program of a task cannot be started; undefined where it can. */
  readonly whyNotStartable: (
    program: ProviderName,
    scope: { readonly project: string; readonly task: string },
  ) => Promise<Unstartable | undefined>;
};""")
sub(p,"""  readonly closedProjects: readonly string[];
""","""  readonly closedProjects: readonly string[];
  /** Whether some of them are closed only as long as agents are at work there. */
  readonly isCrowded: boolean;
""")
sub(p,"""  /** Why the sandbox is missing that a task is to be done in; undefined where it is not. */
  sandboxMissing(task: Pick<Dispatchable, 'id' | 'projectId'>): Promise<Blocker | undefined>;
""","""  /** What is missing on this machine for a task: its sandbox, or the program that does it. */
  missingFor(task: Pick<Dispatchable, 'id' | 'projectId'>, needs: { readonly hasScript: boolean }): Promise<readonly Blocker[]>;
""")
sub(p,"""  for (const { projectId } of atWork) {
    const place = await placeIn(projectId);
    if (place.atWork >= place.limit) closed.add(projectId);
  }
""","""  let isCrowded = false;
  for (const { projectId } of atWork) {
    const place = await placeIn(projectId);
    if (place.atWork < place.limit) continue;
    isCrowded = true;
    closed.add(projectId);
  }
  const sandboxMissing = async ({ id: task, projectId: project }: Pick<Dispatchable, 'id' | 'projectId'>) => {
    const { sandbox } = deps;
    if (sandbox === undefined || (sandbox.works && sandbox.noNetwork === null)) return [];
    if ((await readSetting(db, sandboxKey, { project, task })).value === 'off') return [];
    const why = 'sandbox' as const;
    if (!sandbox.works) return [{ why, wall: 'all', because: sandbox.why, advice: adviceOf(sandbox) } as const];
    if ((await readSetting(db, sandboxNetworkKey, { project, task })).value === 'shared') return [];
    const { why: because, ...advice } = sandbox.noNetwork ?? { why: '' };
    return [{ why, wall: 'network', because, advice } as const];
  };
""")
s=open(p).read()
a=s.index("    sandboxMissing: async ({ id: task, projectId: project }) => {"); b=s.index("    of: async (projectId) => {")
s=s[:a]+"""    isCrowded,
    missingFor: async ({ id: task, projectId: project }, needs) => {
      const program = programFor(needs);
      const found = await deps.whyNotStartable(program, { project, task });
      const own = found === undefined ? [] : [{ why: 'program', program, because: found.because, advice: adviceOf(found) } as const];
      return [...(await sandboxMissing({ id: task, projectId: project })), ...own];
    },
"""+s[b:]
s=s.replace("import { agentKinds, capabilitiesKey, programFor, type SandboxState, sandboxKey, sandboxNetworkKey } from '@cw/agents';","import {\n  agentKinds,\n  capabilitiesKey,\n  type ProviderName,\n  programFor,\n  type SandboxState,\n  sandboxKey,\n  sandboxNetworkKey,\n  type Unstartable,\n} from '@cw/agents';")
open(p,'w').write(s)
p=o+'selection/choose-task.ts'
s=open(p).read()
s=s.replace("const missing = await survey.sandboxMissing(offered.task);\n      const kind = kindOf(offered, missing === undefined);","const missing = await survey.missingFor(offered.task, offered.needs);\n      const kind = kindOf(\n        offered,\n        missing.map(({ why }) => why),\n      );")
s=s.replace("function kindOf({ task, needs, model }: Offered, isWalled: boolean): string {\n  return JSON.stringify([isWalled,","function kindOf({ task, needs, model }: Offered, missing: readonly Blocker['why'][]): string {\n  return JSON.stringify([missing,")
s=s.replace("return judge(survey, offered, await survey.sandboxMissing(task));","return judge(survey, offered, await survey.missingFor(task, needs));")
s=s.replace("offered: Offered, missing: Blocker | undefined): Promise<Choice>","offered: Offered, missing: readonly Blocker[]): Promise<Choice>")
s=s.replace("  const own = missing === undefined ? found : [...found, missing];\n","  const own = [...found, ...missing];\n")
s=s.replace("""  readonly blockers: readonly Blocker[];
};
""","""  readonly blockers: readonly Blocker[];
  /** Whether everything was looked at that could be started; else more may be kept back. */
  readonly isWhole: boolean;
};
""",1)
s=s.replace("return { chosen: undefined, blockers: [] };\n  const survey = await openSurvey(db, deps);\n  const general","return { chosen: undefined, blockers: [], isWhole: true };\n  const survey = await openSurvey(db, deps);\n  const general")
s=s.replace("if (general.length > 0) return { chosen: undefined, blockers: general };","if (general.length > 0) return { chosen: undefined, blockers: general, isWhole: false };")
s=s.replace("if (judged.blockers.length === 0) return { chosen: judged.chosen, blockers };","if (judged.blockers.length === 0) return { chosen: judged.chosen, blockers, isWhole: false };")
s=s.replace("""  return { chosen: undefined, blockers };
}

/** What is alike""","""  return { chosen: undefined, blockers, isWhole: !survey.isCrowded };
}

/** What is alike""")
s=s.replace("if (task === undefined) return { chosen: undefined, blockers: [] };","if (task === undefined) return { chosen: undefined, blockers: [], isWhole: true };")
s=s.replace("if (blockers.length > 0) return { chosen: undefined, blockers };","if (blockers.length > 0) return { chosen: undefined, blockers, isWhole: false };")
s=s.replace("freeAccounts(standing, model) }, blockers };","freeAccounts(standing, model) }, blockers, isWhole: false };")
open(p,'w').write(s)
p=o+'selection/list-waits.ts'
s=open(p).read()
s=s.replace("judgeTask(read, { measureRoom, sandbox: readSandboxState(home) }, taskId);","judgeTask(\n    read,\n    { measureRoom, sandbox: readSandboxState(home), whyNotStartable: (program) => programTold(read, program) },\n    taskId,\n  );")
s=s.replace("hint: blocker.why === 'sandbox' ? blocker.advice.hint : undefined,","hint: blocker.why === 'sandbox' || blocker.why === 'program' ? blocker.advice.hint : undefined,")
s=s.replace("import type { NotStarted } from '@cw/entry';","import type { NotStarted } from '@cw/entry';")
s=s.replace("import { measureRoom } from '../adapters/measure-room.ts';","import { measureRoom } from '../adapters/measure-room.ts';\nimport { programTold } from '../inbox/tell-holds.ts';")
open(p,'w').write(s)
p=o+'queries/day-caps.ts'
s=open(p).read()
s=s.replace("""export type DayCap = { readonly in: 'workspace' | 'project'; readonly spentUsd: number; readonly capUsd: number };""","""export type DayCap = {
  readonly in: 'workspace' | 'project';
  /** Null: the workspace. */
  readonly projectId: string | null;
  readonly spentUsd: number;
  readonly capUsd: number;
};""")
s=s.replace("{ in: where, spentUsd, capUsd: setting.value }","{ in: where, projectId: projectId ?? null, spentUsd, capUsd: setting.value }")
open(p,'w').write(s)
p=o+'commands/dispatch-task.ts'
s=open(p).read()
s=s.replace("""  const survey = { measureRoom: deps.measureRoom, sandbox: await deps.agents.sandbox.state() };
  const { chosen, blockers } =""","""  const { measureRoom } = deps;
  const { whyNotStartable } = deps.agents;
  const survey = { measureRoom, sandbox: await deps.agents.sandbox.state(), whyNotStartable };
  const { chosen, blockers, isWhole } =""")
s=s.replace("if (chosen === undefined) return { run: undefined, again };","if (chosen === undefined) return { run: undefined, again, blockers, isWhole };")
s=s.replace("return { run: made.value, again };","return { run: made.value, again, blockers, isWhole: false };")
s=s.replace("""  readonly again: Instant | undefined;
};""","""  readonly again: Instant | undefined;
  /** What kept back what was looked at, and whether that was everything. */
  readonly blockers: readonly Blocker[];
  readonly isWhole: boolean;
};""")
s=s.replace("    if (blocker.why === 'sandbox') return [now + sandboxPatience];","    if (blocker.why === 'sandbox' || blocker.why === 'program') return [now + sandboxPatience];")
open(p,'w').write(s)
open(o+'model/holds.ts','w').write('''import type { Instant } from '@cw/kernel';

/** What is told of a hold so far: since when it was seen, whether people are told of it, and since when it is not seen any more. */
export type HoldState = {
  readonly seenSince: Instant;
  readonly isTold: boolean;
  readonly goneSince: Instant | null;
};

/** How long a hold that comes and goes has to last before it is told, and to be away before it is over, in milliseconds. */
export type Patience = { readonly before: number; readonly after: number };

/** What comes and goes with every process of the machine is told only once it has lasted. */
export const patienceWith = { steady: { before: 0, after: 0 }, restless: { before: 120_000, after: 300_000 } } as const;

export type HoldTurn = {
  /** Undefined: nothing is known of it any more. */
  readonly state: HoldState | undefined;
  readonly does: 'tell' | 'end' | 'nothing';
  /** When to look again, where time alone may change that. */
  readonly again: Instant | undefined;
};

/**
 * What to do about a hold that is seen, is not, or of which nothing is known at the moment.
 * @param before undefined: it was not seen lately
 */
export function turnHold(
  before: HoldState | undefined,
  seen: boolean | 'unknown',
  { patience, now }: { readonly patience: Patience; readonly now: Instant },
): HoldTurn {
  if (seen === 'unknown') return { state: before, does: 'nothing', again: undefined };
  if (seen) {
    const seenSince = before?.seenSince ?? now;
    const isTold = before?.isTold === true || now - seenSince >= patience.before;
    const again = isTold ? undefined : seenSince + patience.before;
    return { state: { seenSince, isTold, goneSince: null }, does: isTold ? 'tell' : 'nothing', again };
  }
  if (before === undefined) return { state: undefined, does: 'nothing', again: undefined };
  if (!before.isTold) return { state: undefined, does: 'nothing', again: undefined };
  const goneSince = before.goneSince ?? now;
  if (now - goneSince >= patience.after) return { state: undefined, does: 'end', again: undefined };
  return { state: { ...before, goneSince }, does: 'nothing', again: goneSince + patience.after };
}
''')
open(o+'model/holds.test.ts','w').write('''import { expect, test } from 'vitest';
import { type HoldState, patienceWith, turnHold } from './holds.ts';

const minute = 60_000;

/** What is done about a hold that is seen or not at these moments, ten seconds apart. */
function follow(seen: readonly (boolean | 'unknown')[], patience: (typeof patienceWith)[keyof typeof patienceWith]) {
  let state: HoldState | undefined;
  return seen.flatMap((each, at) => {
    const wasTold = state?.isTold === true;
    const turn = turnHold(state, each, { patience, now: at * 10_000 });
    state = turn.state;
    if (turn.does === 'end') return [{ does: 'end' as const, at: at * 10_000 }];
    return turn.does === 'tell' && !wasTold ? [{ does: 'tell' as const, at: at * 10_000 }] : [];
  });
}

test('what lasts is told once and is over once; what is steady at once, what is restless after a while', () => {
  const lasting = [...new Array(30).fill(true), ...new Array(60).fill(false)];
  expect(follow(lasting, patienceWith.steady)).toEqual([
    { does: 'tell', at: 0 },
    { does: 'end', at: 5 * minute },
  ]);
  expect(follow(lasting, patienceWith.restless)).toEqual([
    { does: 'tell', at: 2 * minute },
    { does: 'end', at: 10 * minute },
  ]);
});

test('what is not known at the moment is neither told nor over', () => {
  expect(follow([true, 'unknown', 'unknown', true, 'unknown', false], patienceWith.steady).map(({ does }) => does)).toEqual([
    'tell',
    'end',
  ]);
});

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
  'what comes and goes, however it does, is told at most once in five minutes, and tells and ends in turn (%i)',
  (seed) => {
    let at = seed + 1;
    const seen = Array.from({ length: 300 }, () => {
      at = (at * 48_271) % 2_147_483_647;
      return at % 100 < (seed % 9) * 10 + 10;
    });
    const done = follow(seen, patienceWith.restless);
    expect(done.map(({ does }) => does)).toEqual(done.map((_, index) => (index % 2 === 0 ? 'tell' : 'end')));
    const told = done.filter(({ does }) => does === 'tell').map((each) => each.at);
    for (const [index, later] of told.slice(1).entries()) {
      expect(later - (told[index] ?? 0)).toBeGreaterThanOrEqual(5 * minute);
    }
  },
);
''')
open(o+'inbox/tell-holds.ts','w').write('''import type { Unstartable } from '@cw/agents';
import { type Instant, type NextStep, readSteps } from '@cw/kernel';
import { type CauseName, causeSubject, isTold, messagesWithin, type NewCause, openItemOf, toldCauses } from '@cw/messages';
import type { ReadDb } from '@cw/storage';
import { freeDisk } from '../adapters/measure-room.ts';
import type { Dispatched } from '../commands/dispatch-task.ts';
import { type Driving, orchestratorAct, whileDispatching } from '../deps.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import type { Held } from '../model/hold-reason.ts';
import { type HoldState, patienceWith, turnHold } from '../model/holds.ts';
import type { Blocker } from '../selection/blocker.ts';

/** With less than this on the disk, people are told, in megabytes. */
const leastDiskMb = 100;

/** The causes that a round of dispatching tells of, and whether they come and go by themselves. */
const patience = {
  sandbox: patienceWith.steady,
  program: patienceWith.steady,
  spending: patienceWith.steady,
  memory: patienceWith.restless,
  disk: patienceWith.restless,
} as const satisfies Partial<Record<CauseName, unknown>>;

type HoldName = keyof typeof patience;
type Found = { readonly cause: HoldName; readonly of: string; readonly held: Held } & {
  readonly projectId: string | null;
  readonly hint?: string | undefined;
  readonly next?: readonly NextStep[] | undefined;
};

/**
 * Tells people what keeps agents from being started, as each round of dispatching finds it, and takes back what is over.
 * The round answers when to look again, where time alone may change that.
 */
export function tellHolds(deps: Driving): (round: Dispatched) => Promise<Instant | undefined> {
  const states = new Map<string, HoldState & Pick<Found, 'cause' | 'of'>>();
  const said = new Map<string, string>();
  let isKnown = false;
  return async ({ blockers, isWhole }) => {
    const now = deps.clock.now();
    if (!isKnown) {
      // What a process before this one told.
      for (const { name, of } of await toldCauses(deps.storage.read)) {
        const cause = Object.keys(patience).find((each): each is HoldName => each === name);
        if (cause !== undefined) states.set(causeSubject(cause, of), { cause, of, seenSince: now, isTold: true, goneSince: null });
      }
      isKnown = true;
    }
    const found = new Map((await heldBy(deps, blockers)).map((each) => [causeSubject(each.cause, each.of) as string, each]));
    const moments: Instant[] = [];
    for (const subject of new Set([...states.keys(), ...found.keys()])) {
      const seen = found.get(subject);
      const before = states.get(subject);
      const { cause, of } = seen ?? before ?? { cause: 'disk' as const, of: '' };
      const isSeen = seen !== undefined || (isWhole || cause === 'disk' ? false : 'unknown');
      const turn = turnHold(before, isSeen, { patience: patience[cause], now });
      if (turn.state === undefined) states.delete(subject);
      else states.set(subject, { ...turn.state, cause, of });
      if (turn.again !== undefined) moments.push(turn.again);
      if (turn.does === 'tell' && seen !== undefined) await tell(deps, said, seen);
      if (turn.does !== 'end') continue;
      said.delete(subject);
      await whileDispatching(deps, (tx) => messagesWithin(tx).endCause({ cause, of }, orchestratorAct));
    }
    return moments.length === 0 ? undefined : Math.min(...moments);
  };
}

/** Tells of one, where people are not told of it as it is. */
async function tell(deps: Driving, said: Map<string, string>, found: Found): Promise<void> {
  const { cause, of, held, projectId, hint, next } = found;
  const subject = causeSubject(cause, of);
  const what = JSON.stringify(found);
  if (said.get(subject) === what && (await isTold(deps.storage.read, [subject]))) return;
  const title: DispatchReason = { code: 'dispatch.held', held };
  const text: DispatchReason = { code: 'dispatch.holds', held, hint };
  const item: NewCause = { cause, of, projectId, title, text, details: { next } };
  await whileDispatching(deps, (tx) => messagesWithin(tx).raiseCause(item, orchestratorAct));
  said.set(subject, what);
}

async function heldBy({ home, storage: { read } }: Driving, blockers: readonly Blocker[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const blocker of blockers) {
    switch (blocker.why) {
      case 'sandbox': {
        const { wall, because, advice } = blocker;
        found.push({ cause: 'sandbox', of: wall, projectId: null, held: { what: 'sandbox', wall, because }, ...advice });
        break;
      }
      case 'program': {
        const { program, because, advice } = blocker;
        found.push({ cause: 'program', of: program, projectId: null, held: { what: 'program', program, because }, ...advice });
        break;
      }
      case 'day-cap': {
        const { projectId, capUsd } = blocker;
        const named = await read.get<{ name: string }>('SELECT name FROM project_view WHERE id = ?', [projectId]);
        const held = { what: 'spending', project: named?.name ?? null, capUsd } as const;
        found.push({ cause: 'spending', of: projectId ?? 'workspace', projectId, held });
        break;
      }
      case 'memory':
        found.push({ cause: 'memory', of: 'workspace', projectId: null, held: { what: 'memory', leastMb: blocker.leastMb } });
        break;
      default:
    }
  }
  if (freeDisk(home) >= leastDiskMb) return found;
  return [
    ...found,
    { cause: 'disk', of: 'workspace', projectId: null, held: { what: 'disk', leastMb: leastDiskMb, folder: home } },
  ];
}

/** Why a program cannot be started, as people are told of it. */
export async function programTold(db: ReadDb, program: string): Promise<Unstartable | undefined> {
  const item = await openItemOf(db, causeSubject('program', program));
  if (item === undefined) return undefined;
  return { because: item.title.replace('No agent is started: ', ''), next: readSteps(item.details.next) };
}
''')
p=o+'adapters/measure-room.ts'
sub(p,"""/** Only Linux tells""","""/** Megabytes that may still be written on the disk of a folder. */
export function freeDisk(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / mb);
}

/** Only Linux tells""")
sub(p,"import { readFileSync } from 'node:fs';","import { readFileSync, statfsSync } from 'node:fs';")
p=m+'queries/find-items.ts'
sub(p,"""/** When the next open item""","""/** The causes that people are told of. */
export async function toldCauses(db: ReadDb): Promise<readonly ReturnType<typeof causeOf>[]> {
  const rows = await db.all<{ subject: string }>(
    "SELECT subject FROM inbox_items WHERE subject LIKE 'cause:%' AND state = 'open' ORDER BY n",
  );
  return rows.map(({ subject }) => causeOf(matterOf(subject).id));
}

/** When the next open item""")
sub(p,"import type { ItemFailure,","import { causeOf } from '../model/cause.ts';\nimport type { ItemFailure,")
sub(p,"ItemView } from '../model/item.ts';","ItemView } from '../model/item.ts';\nimport { matterOf } from '../model/matter.ts';")
s=open(m+'index.ts').read()
s=s.replace("openItemOf } from './queries/find-items.ts';","openItemOf, toldCauses } from './queries/find-items.ts';")
open(m+'index.ts','w').write(s)
p=o+'loop.ts'
sub(p,"""    await merges.wake();
    beside.working(""","""    const holds = await told(dispatched);
    await merges.wake();
    beside.working(""")
sub(p,"""    const again = dispatched.again === undefined ? [] : [dispatched.again - deps.clock.now()];
""","""    const again = [dispatched.again, holds].flatMap((at) => (at === undefined ? [] : [at - deps.clock.now()]));
""")
sub(p,"""  let told = false;
  let recovered""","""  const holdsTold = tellHolds(driving);
  let told = false;
  let recovered""")
s=open(p).read().replace("await told(dispatched)","await holdsTold(dispatched)")
s=s.replace("import { endExpired } from './inbox/end-expired.ts';","import { endExpired } from './inbox/end-expired.ts';\nimport { tellHolds } from './inbox/tell-holds.ts';")
open(p,'w').write(s)
# stopped
p=o+'ending/settle-task.ts'
sub(p,"""  // Who stopped it knows.
  if (verdict.outcome === 'stopped') return tasksWithin(tx).block({ taskId: run.taskId, reason }, act);
""","")
s=open(p).read().replace("import { getTask, tasksWithin } from '@cw/tasks';","import { getTask } from '@cw/tasks';")
open(p,'w').write(s)
# pause
p=o+'model/pause.ts'
sub(p,"""  readonly running: number;
};""","""  readonly running: number;
  /** How many assigned tasks are ready and would be started, and how many merges are in the queue, which go on. */
  readonly toStart: number;
  readonly merging: number;
};""")
p=o+'queries/list-pauses.ts'
sub(p,"""  return { projectId: project?.id ?? null, projectName: project?.name ?? null, pauses, running: running?.n ?? 0 };""","""  const waiting = await db.get<{ toStart: number; merging: number }>(
    `SELECT (SELECT count(*) FROM task_view t WHERE (:id IS NULL OR t.project_id = :id) AND ${startable}) AS toStart,
       (SELECT count(*) FROM merge_view WHERE ended_at IS NULL AND (:id IS NULL OR project_id = :id)) AS merging`,
    { id: project?.id ?? null },
  );
  const { toStart = 0, merging = 0 } = waiting ?? {};
  const about = { projectId: project?.id ?? null, projectName: project?.name ?? null };
  return { ...about, pauses, running: running?.n ?? 0, toStart, merging };""")
sub(p,"import type { DispatchView,","import { readyCondition } from '@cw/tasks';\nimport type { DispatchView,")
sub(p,"const columns =","/** What would be started. */\nconst startable = `t.dispatch <> 'manual' AND t.lease_holder IS NULL AND ${readyCondition}`;\n\nconst columns =")
p=o+'entry/cli/pause-resume.ts'
sub(p,"""  return [...view.pauses.map((pause) => pauseText(pause, style)), ...(view.running === 0 ? [] : [atWork])].join('\\n');""","""  const { toStart, merging } = view;
  return [
    ...view.pauses.map((pause) => pauseText(pause, style)),
    ...(toStart === 0 ? [] : [`It holds ${toStart === 1 ? 'one task that is' : `${toStart} tasks that are`} ready to be started.`]),
    ...(view.running === 0 ? [] : [atWork]),
    ...(merging === 0 ? [] : [merging === 1 ? 'The queued merge goes on.' : `${merging} queued merges go on.`]),
  ].join('\\n');""")
p='apps/cw/e2e/agent-answers.e2e.test.ts'
s=open(p).read()
a=s.index("test('a program that is missing is told"); b=s.index("test('a program whose output is not JSON")
s=s[:a]+'''/** Nothing is started with a program that cannot be: one item tells it, and the tasks go on once it can. */
async function expectHeld(command: string, reason: RegExp): Promise<void> {
  const titles = [`Held by ${command}`, `Also held by ${command}`];
  for (const title of titles) model.when(title, [result({ status: 'blocked', summary: 's', reason: 'It is there.' })]);
  const tasks = await withProgram(command, async () => {
    const made = [];
    for (const title of titles) made.push(await createTask(cw, title));
    await assign(cw, ...made);
    await cw.when(async () => (await cw.inbox({ kind: 'hold' }))[0], { what: 'the item' });
    expect(await cw.inbox({ kind: 'hold' })).toMatchObject([
      { title: expect.stringMatching(reason), choices: [{ name: 'retry' }], details: { next: [{ command: 'config set' }] } },
    ]);
    for (const { id } of made) {
      expect(await cw.runsOf(id)).toEqual([]);
      expect((await cw.runQuick(['task', 'show', id])).stdout).toMatch(reason);
    }
    return made;
  });
  for (const { id } of tasks) {
    await cw.until(id, isSettled);
    expect(await cw.runsOf(id)).toHaveLength(1);
  }
  await cw.when(async () => (await cw.inbox({ kind: 'hold' })).length === 0, { what: 'the item to be over' });
}

test('with a program that is missing nothing is started, and one item says so', async () => {
  await expectHeld('/nowhere/claude', /\\/nowhere\\/claude does not exist/);
  await expectHeld('no-such-claude', /no-such-claude is not on the PATH/);
});

test('with a program that is not executable nothing is started, and one item says so', async () => {
  const path = await writeProgram(join(cw.userHome, 'claude.txt'), '#!/bin/sh\\n', 0o644);
  await expectHeld(path, /cannot be executed/);
});

'''+s[b:]
open(p,'w').write(s)
p='docs/guides/inbox.md'
sub(p,"""| an agent that gives no sign""","""| no agent can be started: its program is missing, there is no sandbox or private network, the day's money is spent, memory is low | `retry`: it is looked at now; nothing is started or spent until it is right |
| a disk with less than 100 MB left | `retry` |
| an agent that gives no sign""")
sub(p,"| failure | `retry` from","| failure, or a run that was stopped | `retry` from")
