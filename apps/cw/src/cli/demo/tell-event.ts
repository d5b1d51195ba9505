import { plainLine, type Style } from '@cw/entry';
import type { RecordedEvent } from '@cw/kernel';

/** What has been heard so far: titles of tasks, and which task a run is for. */
export type Story = { readonly titles: ReadonlyMap<string, string>; readonly runs: Map<string, string> };

/** One event of the log as a line for people; undefined for what a reader of the demo need not know. */
export function tellEvent(story: Story, event: RecordedEvent, style: Style): string | undefined {
  const taskId = taskOf(story, event);
  const title = taskId === undefined ? undefined : story.titles.get(taskId);
  if (taskId === undefined || title === undefined) return undefined;
  const say = (mark: string, what: string) => `${mark} ${style.dim(taskId.slice(0, 7))}  ${plainLine(title)}: ${what}`;
  switch (event.type) {
    case 'run.started':
      return say(style.blue('▸'), 'an agent works on it, in its own worktree');
    case 'run.ended':
      return say(style.blue('▪'), `the agent ended: ${String(field(event, 'outcome'))}`);
    case 'merge.check-ended':
      return say(style.magenta('◇'), `check ${String(field(event, 'verdict'))}`);
    case 'merge.merged':
      return say(style.green('✓'), 'merged into cw/next');
    case 'task.blocked':
      return say(style.yellow('✋'), 'waits for you');
    default:
      return undefined;
  }
}

function taskOf(story: Story, event: RecordedEvent): string | undefined {
  if (event.type.startsWith('task.')) return event.entity;
  const taskId = field(event, 'taskId');
  return typeof taskId === 'string' ? taskId : story.runs.get(event.entity);
}

function field(event: RecordedEvent, name: string): unknown {
  const { payload } = event;
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
}
