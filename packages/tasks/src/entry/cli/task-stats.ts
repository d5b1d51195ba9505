import { age, type CliAnswer, type CliContext, type CliInput, plainLine, type Style } from '@cw/entry';
import { type Instant, ok } from '@cw/kernel';
import { findProject } from '../../queries/find-project.ts';
import { type TaskStats, taskStats } from '../../queries/task-stats.ts';
import { refuse } from '../refusals.ts';

/** `cw task stats`. */
export async function taskStatsRun(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const ref = input.option('project') ?? (input.flag('all-projects') ? undefined : (await context.folderProject())?.id);
  const project = ref === undefined ? ok(undefined) : await findProject(storage.read, ref);
  if (!project.ok) return refuse(project);
  const now = clock.now();
  const stats = await taskStats(storage.read, now, project.value?.id);
  return ok({ data: stats, text: (style) => statsLines(stats, style, now).join('\n') });
}

function statsLines(stats: TaskStats, style: Style, now: Instant): readonly string[] {
  const { oldestOpen } = stats;
  const groups: readonly (readonly [label: string, value: string | number | null][])[] = [
    [
      ['Tasks', stats.total],
      ['Not closed', stats.open],
      ['Ready', stats.ready],
      ['Waiting', stats.waiting],
      ['Limited', stats.limited === 0 ? null : stats.limited],
      ['Needs plan', stats.needsPlan],
      ['In progress', stats.inProgress],
      ['Verifying', stats.verifying === 0 ? null : stats.verifying],
      ['Merging', stats.merging === 0 ? null : stats.merging],
      ['Needs you', stats.needsYou],
      ['Parents', `${stats.parents}${style.dim(' (epics, and tasks done by their children)')}`],
    ],
    [
      ['Queued', stats.queued],
      ['On hold', stats.onHold],
    ],
    [
      ['Overdue', stats.overdue],
      ['Stale', stats.stale],
      ['Needs breakdown', stats.needsBreakdown],
      ['Finished epics', stats.finishedEpics],
    ],
    [
      ['Closed', `${stats.closed} (${stats.done} done, ${stats.failed} failed, ${stats.cancelled} cancelled)`],
      ['This week', `${stats.createdThisWeek} created, ${stats.closedThisWeek} closed`],
      ['Until done', stats.leadHours === null ? null : `${lasting(stats.leadHours)} on average${started(stats)}`],
      [
        'Oldest open',
        oldestOpen &&
          `${style.cyan(oldestOpen.id)}  ${plainLine(oldestOpen.title)}  ${style.dim(age(Date.parse(oldestOpen.createdAt), now))}`,
      ],
    ],
  ];
  const told = groups.map((lines) => lines.filter(([, value]) => value !== null));
  return told
    .flatMap((lines) => ['', ...lines.map(([label, value]) => `${style.dim(label.padEnd(16))} ${value}`)])
    .slice(1);
}

function started({ cycleHours }: TaskStats): string {
  return cycleHours === null ? '' : `, ${lasting(cycleHours)} once started`;
}

function lasting(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`;
}
