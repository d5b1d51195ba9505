import { cx, PropertyRow, RelativeTime, StateIcon } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { HealthReport } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { agentShown, agentStates } from '../../entities/agent/agent-state.ts';
import { formatBytes, formatMoment } from '../../entities/text/format.ts';

type PartProps = { readonly report: HealthReport };

function Supervisor({ report: { supervisor } }: PartProps) {
  const { silence } = supervisor;
  if (silence)
    return `The server (pid ${silence.pid}) ${silence.stopped ? 'is suspended' : 'does not answer'}: nothing is started.`;
  if (!supervisor.dispatching) return 'Nobody starts agents.';
  return (
    <>
      <span className="wrap-anywhere">
        Agents are started by {supervisor.holder} (pid {supervisor.pid})
      </span>
      {supervisor.since && (
        <span className="text-fg-3">
          since <RelativeTime at={supervisor.since} />
          {supervisor.lastRoundAt && (
            <>
              , looked for work <RelativeTime at={supervisor.lastRoundAt} />
            </>
          )}
        </span>
      )}
    </>
  );
}

function Watchdog({ report: { watchdog } }: PartProps) {
  if (watchdog === null) return 'Not running.';
  if (watchdog.mode === 'off') return 'Switched off by the setting server.watchdog.';
  return (
    <>
      {watchdog.watching ? 'Watching' : 'Idle, because nothing is running'};{' '}
      {watchdog.mode === 'end' ? 'ends the server' : 'reports'} after {watchdog.afterSeconds} s without progress
      {watchdog.last && (
        <span className="text-fg-3">
          last standstill {watchdog.last.seconds} s, <RelativeTime at={watchdog.last.noticedAt} />
        </span>
      )}
    </>
  );
}

function Agents({ report: { agents } }: PartProps) {
  return (
    <Link
      to="/agents"
      search={onlyProject}
      className="flex flex-wrap gap-x-3 hover:underline max-md:min-h-11 max-md:items-center"
    >
      {agentStates.map((state) => (
        <span
          key={state}
          className={cx(
            'inline-flex items-center gap-1 tabular-nums',
            agents[state] === 0 && 'text-fg-3 [&_svg]:text-fg-mute',
          )}
        >
          <StateIcon state={agentShown(state).state} bare />
          {agents[state]} {agentShown(state).name.toLowerCase()}
        </span>
      ))}
    </Link>
  );
}

function Queue({ report: { work } }: PartProps) {
  return (
    <span className="tabular-nums">
      {work.ready} ready, {work.toStart} to start, {work.running} running, {work.onHold} on hold, {work.merging}{' '}
      merging, {work.needsYou} waiting for you
      {work.oldestWaitSince && (
        <span className="text-fg-3">
          {' '}
          · the longest wait <RelativeTime at={work.oldestWaitSince} />
        </span>
      )}
    </span>
  );
}

function Pauses({ report: { pauses } }: PartProps) {
  if (pauses.length === 0) return 'None.';
  return pauses.map(({ projectId, projectName, pausedAt }) => (
    <span key={projectId ?? ''}>
      {projectName ?? 'Everywhere'} <RelativeTime at={pausedAt} className="text-fg-3" />
    </span>
  ));
}

function Accounts({ report: { accounts } }: PartProps) {
  if (accounts.length === 0) return 'None is on hold.';
  return accounts.map(({ provider, account, cause, model, until }) => (
    <span key={`${provider} ${account} ${model}`} className="basis-full wrap-anywhere">
      {account ?? `The sign-in of ${provider}`} is on hold ({model === null ? cause : `${cause}, ${model} only`}){' '}
      <span className="text-fg-3">
        {until === null ? 'until somebody acts' : `until ${formatMoment(Date.parse(until), Date.now())}`}
      </span>
    </span>
  ));
}

function Sandbox({ report: { sandbox } }: PartProps) {
  const { works, why, wanted, noNetwork, networkWanted } = sandbox;
  const network = noNetwork === null ? 'Private networks work' : `Private networks do not work: ${noNetwork}`;
  if (works === null) return 'Not tried yet.';
  return (
    <>
      <span className="wrap-anywhere">
        {works ? ['Works here', why ?? []].flat().join(', ') : `Does not work here: ${why}`}
      </span>
      <span className="text-fg-3">{wanted ? 'asked for' : 'not asked for'} (agents.sandbox)</span>
      {works && networkWanted && (
        <>
          <span className="wrap-anywhere">{network}</span>
          <span className="text-fg-3">asked for (agents.sandboxNetwork)</span>
        </>
      )}
    </>
  );
}

function Disk({ report: { disk } }: PartProps) {
  const folders = [
    ['logs', disk.logs],
    ['worktrees', disk.worktrees],
    ['clones', disk.clones],
    ['backups', disk.backups],
  ] as const;
  return (
    <span className="tabular-nums">
      {formatBytes(disk.freeBytes)} free
      <span className="text-fg-3">
        {' · '}
        {folders
          .map(([name, { bytes, whole }]) =>
            `${name} ${whole ? '' : 'over '}${formatBytes(bytes)}`.replaceAll(' ', '\u00a0'),
          )
          .join(', ')}
      </span>
    </span>
  );
}

function Database({ report: { database } }: PartProps) {
  return (
    <span className="tabular-nums">
      {formatBytes(database.bytes)}, and {formatBytes(database.walBytes)} in its log
      <span className="text-fg-3">
        {' '}
        · schema {database.schemaVersion}, {database.events.toLocaleString('en-US')} events,{' '}
        {database.lastBackupAt ? (
          <>
            last backup <RelativeTime at={database.lastBackupAt} />
          </>
        ) : (
          'no backup'
        )}
      </span>
    </span>
  );
}

/** Each part of the workspace in a line. */
export function HealthParts({ report }: PartProps) {
  const { byAgents, byPeople, expired } = report.work.leases;
  const parts: readonly (readonly [string, ReactNode])[] = [
    ['Supervisor', <Supervisor key="supervisor" report={report} />],
    ['Watchdog', <Watchdog key="watchdog" report={report} />],
    ['Agents', <Agents key="agents" report={report} />],
    ['Claims', `${byAgents} held by agents, ${byPeople} by people, ${expired} expired`],
    ['Queue', <Queue key="queue" report={report} />],
    ['Pauses', <Pauses key="pauses" report={report} />],
    ['Accounts', <Accounts key="accounts" report={report} />],
    ['Sandbox', <Sandbox key="sandbox" report={report} />],
    ['Disk', <Disk key="disk" report={report} />],
    ['Database', <Database key="database" report={report} />],
  ];
  return (
    <dl className="flex flex-col">
      {parts.map(([name, value]) => (
        <PropertyRow key={name} name={name} touch={name === 'Agents'}>
          {value}
        </PropertyRow>
      ))}
    </dl>
  );
}
