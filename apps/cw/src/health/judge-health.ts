import { step, tellTime } from '@cw/kernel';
import { sayRoom } from './disk-state.ts';
import type { Concern, HealthReport, SandboxFacts, SandboxWanted } from './health-report.ts';
import { saySilence } from './say-silence.ts';

const minute = 60_000;
/** How long without a round of dispatching is too long, in milliseconds; one is made each minute at least. */
const silentAfter = 3 * minute;
const longLog = 200_000_000;

/** What is known of a workspace, before it is judged. */
export type HealthFacts = Omit<HealthReport, 'well' | 'concerns' | 'sandbox'> & {
  readonly sandbox: SandboxFacts & SandboxWanted;
};

/** What of a report is not as it should be, problems first. */
export function judgeHealth(report: HealthFacts): readonly Concern[] {
  const found = [
    ...aboutServer(report),
    ...aboutWatchdog(report),
    ...aboutAgents(report),
    ...aboutPauses(report),
    ...aboutHolds(report),
    ...aboutMerges(report),
    ...aboutAccounts(report),
    ...aboutSandbox(report),
    ...aboutDisk(report),
    ...aboutDatabase(report),
  ];
  return [...found.filter(({ level }) => level === 'problem'), ...found.filter(({ level }) => level === 'notice')];
}

function aboutServer({ server, supervisor, work, at }: HealthFacts): readonly Concern[] {
  const about = 'supervisor';
  const waiting = work.toStart + work.running + work.merging + work.resting;
  if (supervisor.silence !== null) return [{ level: 'problem', about, ...saySilence(supervisor.silence) }];
  if (server.state === 'none') {
    const start = { hint: 'The next server picks up whatever is there.', next: [step('Start one', '--server')] };
    if (waiting === 0)
      return [{ level: 'notice', about, message: 'No server is running; nothing waits for one.', ...start }];
    const message = `No server is running, and ${waiting === 1 ? 'one task waits' : `${waiting} tasks wait`} for one.`;
    return [{ level: 'problem', about, message, ...start }];
  }
  if (supervisor.lastRoundAt === null) return [];
  const silence = Date.parse(at) - Date.parse(supervisor.lastRoundAt);
  if (silence < silentAfter) return [];
  const message = `The server has not looked for work for ${Math.round(silence / minute)} minutes.`;
  return [{ level: 'problem', about, message, hint: 'Check server.log in the workspace, and restart the server.' }];
}

function aboutWatchdog({ watchdog, at }: HealthFacts): readonly Concern[] {
  const last = watchdog?.last;
  if (!last || Date.parse(at) - Date.parse(last.noticedAt) > 60 * minute) return [];
  const isOver = last.overAt !== null || last.ended;
  const message = `The loop that supervises agents was blocked for ${last.seconds} seconds${isOver ? ', and is running again' : ''}.`;
  const hint = 'The machine or its disk was busy, or the process was suspended; server.log says when.';
  return [{ level: isOver ? 'notice' : 'problem', about: 'watchdog', message, hint }];
}

function aboutAgents({ agents, work }: HealthFacts): readonly Concern[] {
  const silent = agents.stalled;
  const next = [
    step('See which', 'agent list'),
    step('See its last output', 'run log', '<run>'),
    step('Stop its run', 'run stop', '<run>'),
  ];
  const stalled: readonly Concern[] =
    silent === 0
      ? []
      : [
          {
            level: 'problem',
            about: 'agents',
            next,
            message: silent === 1 ? 'One agent gives no sign of life.' : `${silent} agents give no sign of life.`,
          },
        ];
  const { expired } = work.leases;
  if (expired === 0) return stalled;
  const message = `${expired === 1 ? 'One claim has' : `${expired} claims have`} expired and ${expired === 1 ? 'is' : 'are'} not released yet.`;
  return [
    ...stalled,
    {
      level: 'notice',
      about: 'leases',
      message,
      hint: 'This happens as soon as anybody claims a task or a server runs.',
    },
  ];
}

/** That the money of a day is spent, or little memory is left, is as it was asked for. */
const wanted: ReadonlySet<string> = new Set(['spending', 'memory']);

function aboutHolds({ holds, withheld }: HealthFacts): readonly Concern[] {
  const isSaid = withheld.some(({ isThere }) => !isThere);
  return holds
    .filter(({ cause }) => cause !== 'repository' || !isSaid)
    .map(({ itemId, cause, title }) => ({
      level: wanted.has(cause) ? 'notice' : 'problem',
      about: 'dispatch',
      message: `${title}.`,
      next: [step('See what to do', 'inbox show', itemId)],
    }));
}

function aboutPauses({ pauses }: HealthFacts): readonly Concern[] {
  return pauses.map(({ projectName, cause, reason, pausedBy }) => {
    const where = projectName === null ? 'No agents are started' : `No agents are started in ${projectName}`;
    const why = cause === 'failures' ? 'too many runs failed' : `paused by ${pausedBy}`;
    return {
      level: cause === 'failures' ? 'problem' : 'notice',
      about: 'dispatch',
      message: `${where}: ${why}${reason === null ? '' : ` (${reason})`}.`,
      next: [
        projectName === null
          ? step('Resume starting agents', 'resume')
          : step('Resume starting agents', 'resume', '--project', projectName),
      ],
    };
  });
}

function aboutMerges({ withheld }: HealthFacts): readonly Concern[] {
  return withheld.map(({ projectName, source, targetBranch, merges, mergeId, reason, isThere }) => {
    const what = `${merges === 1 ? 'One merge' : `${merges} merges`} into ${targetBranch} of ${projectName}`;
    const goesOn = 'Nothing is lost, and it is pushed automatically then';
    if (isThere) {
      const message = `${what} ${merges === 1 ? 'has' : 'have'} not reached ${source}: ${reason ?? 'it could not be pushed.'}`;
      return {
        level: 'notice',
        about: 'merges',
        message,
        hint: `${goesOn}.`,
        next: [step('Try it now', 'merge retry', mergeId)],
      };
    }
    const message = `The repository of ${projectName} is not at ${source}; ${what.charAt(0).toLowerCase()}${what.slice(1)} cannot be pushed there.`;
    return {
      level: 'problem',
      about: 'merges',
      message,
      hint: `Move or mount it back there. ${goesOn}.`,
    };
  });
}

function aboutAccounts({ accounts }: HealthFacts): readonly Concern[] {
  return accounts.map(({ provider, account, model, reason, until }) => ({
    level: until === null ? 'problem' : 'notice',
    about: 'accounts',
    message: `${account === null ? `The sign-in of ${provider}` : `The account ${account} (${provider})`} is not used${model === null ? '' : ` with the model ${model}`}: ${reason}`,
    hint:
      until === null
        ? 'It is retried once somebody has signed in or reassigned a task that failed with it.'
        : `It is retried automatically at ${tellTime(until)}.`,
  }));
}

/** Where nobody asks for it, that it does not work is nothing to know; half of what is asked for is. */
function aboutSandbox({ sandbox }: HealthFacts): readonly Concern[] {
  const { works, why, hint, next, wanted, noNetwork, networkWanted } = sandbox;
  if (!wanted && networkWanted) {
    const message = 'A private network is set (agents.sandboxNetwork), but no sandbox: agents share the network.';
    const keep = [step('Run them in a sandbox', 'config set', 'agents.sandbox', 'on')];
    return [{ level: 'notice', about: 'sandbox', message, next: keep }];
  }
  if (!wanted) return [];
  if (works === true && noNetwork !== null && networkWanted) {
    const message = `Agents that need a private network (agents.sandboxNetwork) are not started: ${noNetwork.why}.`;
    return [{ level: 'problem', about: 'sandbox', message, hint: noNetwork.hint, next: noNetwork.next }];
  }
  if (works !== false) return [];
  const message = `Agents that need a sandbox (agents.sandbox) are not started: ${why}.`;
  return [{ level: 'problem', about: 'sandbox', message, hint, next }];
}

function aboutDisk({ disk, home }: HealthFacts): readonly Concern[] {
  if (disk.refusal !== null) return [{ level: 'problem', about: 'disk', ...disk.refusal }];
  const room = sayRoom(home, disk.freeBytes);
  return room === undefined ? [] : [{ ...room, about: 'disk' }];
}

function aboutDatabase({ database }: HealthFacts): readonly Concern[] {
  const { parked, walBytes, troubles } = database;
  const given = [
    ...troubles,
    ...parked.map(({ name, error }) => ({
      message: `The event subscriber “${name}” has given up: ${error}`,
      hint: 'It continues when the server restarts; if it gives up again, please report it.',
    })),
  ].map((trouble): Concern => ({ level: 'problem', about: 'database', ...trouble }));
  if (walBytes < longLog) return given;
  const message = `The database has ${Math.round(walBytes / 1_000_000)} MB that are not in its main file yet.`;
  return [
    ...given,
    {
      level: 'notice',
      about: 'database',
      message,
      hint: 'A program may be holding it open, such as a sqlite3 shell.',
    },
  ];
}
