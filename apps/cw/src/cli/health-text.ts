import { adviceInTerminal, age, cut, plainLine, type Style, tellMoment } from '@cw/entry';
import { agentStates, agentStateWords } from '@cw/kernel';
import type { HealthReport, Size } from '../health/health-report.ts';

/** A report of health for people: what is wrong first, then each part in a line, then what went wrong and was put right. */
export function healthText(report: HealthReport, style: Style, width: number): string {
  const ago = (at: string) => age(Date.parse(at), Date.parse(report.at));
  const row = (title: string, value: string) => `${style.dim(title.padEnd(11))} ${plainLine(value)}`;
  const item = (at: string, text: string) => cut(`  ${ago(at).padStart(4)}  ${plainLine(text)}`, width);
  return [
    ...concernLines(report, style),
    '',
    ...partsOf(report, ago).map(([title, value]) => row(title, value)),
    ...section('last errors', report.errors, ({ at, runId, taskTitle, message }) =>
      item(at, [runId, taskTitle, message].filter((part) => part !== null).join('  ')),
    ),
    ...section('recovered', report.recoveries, ({ at, thing, taskTitle, message }) =>
      item(at, [thing === 'workspace' ? null : thing, taskTitle, message].filter((part) => part !== null).join('  ')),
    ),
  ].join('\n');
}

function concernLines({ well, concerns }: HealthReport, style: Style): readonly string[] {
  const head = well ? style.green('healthy') : style.red('unhealthy');
  return [
    style.bold(head),
    ...concerns.map(({ level, message, ...advice }) => {
      const word = level === 'problem' ? style.red('problem') : style.yellow('notice ');
      return `${word} ${plainLine(message)}\n        ${style.dim(plainLine(adviceInTerminal(advice) ?? ''))}`;
    }),
  ];
}

type Ago = (at: string) => string;

function past(age: string): string {
  return age === 'now' ? 'just now' : `${age} ago`;
}

function partsOf(report: HealthReport, ago: Ago): readonly (readonly [string, string])[] {
  const { work, disk, database, agents } = report;
  const { byAgents, byPeople, expired } = work.leases;
  const queue = [
    `${work.ready} ready`,
    `${work.toStart} to start`,
    `${work.running} running`,
    `${work.onHold} on hold`,
    `${work.merging} merging`,
    `${work.needsYou} waiting for you`,
  ];
  const oldest = work.oldestWaitSince;
  return [
    ['supervisor', supervisorText(report, ago)],
    ['watchdog', watchdogText(report, ago)],
    ['agents', agentStates.map((state) => `${agents[state] ?? 0} ${agentStateWords[state]}`).join(', ')],
    ['claims', `${byAgents} held by agents, ${byPeople} by people, ${expired} expired`],
    ['queue', [...queue, ...(oldest === null ? [] : [`longest wait ${ago(oldest)}`])].join(', ')],
    [
      'pauses',
      report.pauses.length === 0
        ? 'none'
        : report.pauses.map(({ projectName }) => projectName ?? 'everywhere').join(', '),
    ],
    ['accounts', accountsText(report)],
    ['sandbox', sandboxText(report)],
    [
      'disk',
      `${bytesText(disk.freeBytes)} free; logs ${sizeText(disk.logs)}, worktrees ${sizeText(disk.worktrees)}, clones ${sizeText(disk.clones)}, backups ${sizeText(disk.backups)}`,
    ],
    ['database', databaseText(database, ago)],
  ];
}

function supervisorText({ server, supervisor }: HealthReport, ago: Ago): string {
  if (server.state === 'none') return 'no server is running';
  const { holder, pid, since, lastRoundAt, silence } = supervisor;
  if (silence !== null)
    return `the server (pid ${silence.pid}) ${silence.stopped ? 'is suspended' : 'does not answer'}`;
  const round = lastRoundAt === null ? '' : `, looked for work ${past(ago(lastRoundAt))}`;
  return `dispatching: ${holder} (pid ${pid})${since === null ? '' : `, for ${ago(since)}`}${round}`;
}

function watchdogText({ watchdog, server }: HealthReport, ago: Ago): string {
  if (watchdog === null) return 'not running, because no server is';
  const { mode, watching, afterSeconds, last } = watchdog;
  if (mode === 'off') return 'off (server.watchdog)';
  const known = watching ? 'watching' : 'idle, because nothing is running';
  const now = server.state === 'silent' ? 'unknown' : known;
  const before = last === null ? '' : `; the loop was blocked for ${last.seconds} s, ${past(ago(last.noticedAt))}`;
  return `${now}; ${mode === 'end' ? 'ends the server' : 'reports'} after ${afterSeconds} s${before}`;
}

function accountsText({ accounts, at }: HealthReport): string {
  if (accounts.length === 0) return 'none on hold';
  return accounts
    .map(
      ({ provider, account, cause, model, until }) =>
        `${account ?? provider} on hold (${model === null ? cause : `${cause}, ${model} only`}) ${until === null ? 'until somebody acts' : `until ${tellMoment(until, Date.parse(at))}`}`,
    )
    .join(', ');
}

function sandboxText({ sandbox }: HealthReport): string {
  const { works, why, wanted, noNetwork, networkWanted } = sandbox;
  if (works === null) return 'not tested yet; a server tests it when it starts';
  const use = wanted ? 'asked for (agents.sandbox)' : 'not asked for (agents.sandbox is off)';
  if (!works) return `does not work here, ${use}: ${why}`;
  const network = noNetwork === null ? 'with a private network' : `but not with a private network (${noNetwork})`;
  const asked = networkWanted ? [network, 'asked for (agents.sandboxNetwork)'] : [];
  return ['works here', why ?? [], use, ...asked].flat().join(', ');
}

function databaseText(
  { schemaVersion, bytes, walBytes, events, lastBackupAt }: HealthReport['database'],
  ago: Ago,
): string {
  const backup = lastBackupAt === null ? 'no backup' : `last backup ${past(ago(lastBackupAt))}`;
  return `${bytesText(bytes)} and ${bytesText(walBytes)} in its log, schema ${schemaVersion}, ${events} events, ${backup}`;
}

function section<T>(title: string, items: readonly T[], line: (item: T) => string): readonly string[] {
  return items.length === 0 ? [] : ['', title, ...items.map(line)];
}

function sizeText({ bytes, whole }: Size): string {
  return `${whole ? '' : 'over '}${bytesText(bytes)}`;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes with at most one digit after the point. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
