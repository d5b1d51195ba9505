import { age, type CliAside, type CliContext, cut, money, plainLine, type Style } from '@cw/entry';
import type { Instant } from '@cw/kernel';
import { type Ended, monitorToday, type ProjectMonitor } from '@cw/states';

export { workInProject } from '@cw/orchestrator';

/** How each project stands, in a line each. */
export const monitorLines: CliAside = async (context, projectId) => {
  const data = await monitors(context, projectId);
  const now = context.workspace.clock.now();
  const lines = (style: Style) => {
    const busy = data.filter((monitor) => projectId !== undefined || isBusy(monitor));
    return busy.length === 0 ? [] : [...busy.map((monitor) => lineOf(monitor, style, now)), ''];
  };
  return { data, lines };
};

/** How one project stands, under its settings. */
export const monitorOfProject: CliAside = async (context, projectId) => {
  const [monitor = null] = await monitors(context, projectId);
  const now = context.workspace.clock.now();
  return { data: monitor, lines: () => (monitor === null ? [] : rowsOf(monitor, now, context.width)) };
};

function monitors({ workspace: { clock, storage } }: CliContext, projectId: string | undefined) {
  return monitorToday({ clock, read: storage.read }, projectId);
}

function isBusy(monitor: ProjectMonitor): boolean {
  const { working, waiting, stalled, resting, toStart, mergesQueued, mergesHeld, mergesInHand } = monitor;
  return working + waiting + stalled + resting + toStart + mergesQueued + mergesHeld + mergesInHand > 0;
}

function lineOf(monitor: ProjectMonitor, style: Style, now: Instant): string {
  const { projectName, paused } = monitor;
  const told = [...standing(monitor, now), `${costText(monitor)} today`].join(', ');
  return `${style.bold(plainLine(projectName))}  ${paused ? `${style.yellow('paused')}, ` : ''}${told}`;
}

/** What there is of each, without what there is none of. */
function standing(monitor: ProjectMonitor, now: Instant): readonly string[] {
  const { oldestWaitSince: since } = monitor;
  const counts: readonly (readonly [number, string])[] = [
    [monitor.working, 'working'],
    [monitor.stalled, 'stalled'],
    [monitor.onHold, 'on hold'],
    [monitor.needsYou, 'waiting for you'],
    [monitor.toStart, 'to start'],
    [monitor.mergesInHand, 'merging'],
    [monitor.mergesQueued, 'to merge'],
    [monitor.mergesHeld, 'merges held'],
  ];
  const there = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const waits = since === null ? [] : [`longest wait ${age(Date.parse(since), now)}`];
  return there.length === 0 ? ['nothing running'] : [...there, ...waits];
}

function rowsOf(monitor: ProjectMonitor, now: Instant, width: number): readonly string[] {
  const row = (title: string, value: string) => cut(`${title.padEnd(12)}${plainLine(value)}`, width);
  const { lastMerge, lastFailure, paused } = monitor;
  return [
    row('now', `${paused ? 'paused, ' : ''}${standing(monitor, now).join(', ')}`),
    row('today', costText(monitor)),
    ...(lastMerge === null ? [] : [row('last merge', endedText(lastMerge, now))]),
    ...(lastFailure === null ? [] : [row('last failed', endedText(lastFailure, now))]),
  ];
}

function costText({ costUsd, costEstimated }: ProjectMonitor): string {
  return money(costUsd, costEstimated);
}

function endedText({ id, taskTitle, reason, at }: Ended, now: Instant): string {
  return `${age(Date.parse(at), now)} ago, ${id}, ${taskTitle}${reason === null ? '' : `: ${reason}`}`;
}
