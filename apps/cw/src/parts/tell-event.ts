import { plainLine, type Style } from '@cw/entry';
import type { RecordedEvent } from '@cw/kernel';
import { type EventBus, followEvents } from '@cw/storage';

export type Telling = {
  readonly bus: Pick<EventBus, 'read' | 'onCommit' | 'head'>;
  /** Title of a task; undefined for one that is not to be told of. */
  readonly titleOf: (taskId: string) => Promise<string | undefined> | string | undefined;
  /** Name of a project; undefined for one that there is none of. */
  readonly projectOf: (projectId: string) => Promise<string | undefined>;
  readonly say: (line: string) => void;
  readonly style: Style;
  readonly signal: AbortSignal;
};

/** Says in a line each what happens to tasks from now on, with the time of day, until the signal aborts. */
export async function tellFromNow({ bus, titleOf, projectOf, say, style, signal }: Telling): Promise<void> {
  const { seq } = await bus.head();
  for await (const event of followEvents(bus, seq, signal)) {
    const taskId = taskToldOf(event);
    const title = taskId === undefined ? undefined : await titleOf(taskId);
    const line = title === undefined ? await tellPause(event, projectOf, style) : tellEvent(event, title, style);
    if (line === undefined) continue;
    const time = new Date(event.at).toTimeString().slice(0, 8);
    say(`${style.dim(time)} ${line}`);
  }
}

/** The task that an event is told of; undefined for events that people need not hear of. */
export function taskToldOf(event: RecordedEvent): string | undefined {
  if (event.type === 'task.blocked') return event.entity;
  if (!toldTypes.has(event.type)) return undefined;
  const taskId = field(event, 'taskId');
  return typeof taskId === 'string' ? taskId : undefined;
}

const toldTypes = new Set([
  'run.started',
  'run.stalled',
  'run.heard-again',
  'run.ended',
  'merge.check-ended',
  'merge.merged',
]);

function stallText(event: RecordedEvent): string {
  const turn = field(event, 'turn');
  if (turn === 'ended') return 'the agent is silent; it is ended, its work is kept';
  if (turn === 'asked' && field(event, 'told') === true) return 'the agent is silent; it was asked';
  return turn === 'asked' ? 'the agent is still silent' : 'the agent is silent';
}

/** What is paused or resumed, for people. */
async function tellPause(
  event: RecordedEvent,
  projectOf: Telling['projectOf'],
  style: Style,
): Promise<string | undefined> {
  if (event.type !== 'dispatch.paused' && event.type !== 'dispatch.resumed') return undefined;
  const project = event.entity === 'workspace' ? undefined : ((await projectOf(event.entity)) ?? event.entity);
  const where = project === undefined ? 'everything' : `the project ${plainLine(project)}`;
  const reason = field(event, 'reason');
  const why = typeof reason === 'string' ? `: ${plainLine(reason)}` : '';
  return event.type === 'dispatch.paused'
    ? `${style.yellow('‖')} ${plainLine(event.actor.name)} paused ${where}${why}`
    : `${style.green('▸')} ${plainLine(event.actor.name)} resumed ${where}`;
}

/** One event as a line for people. @param title of the task it is told of */
export function tellEvent(event: RecordedEvent, title: string, style: Style): string | undefined {
  const id = taskToldOf(event)?.slice(0, 7) ?? '';
  const say = (mark: string, what: string) => `${mark} ${style.dim(id)}  ${plainLine(title)}: ${what}`;
  switch (event.type) {
    case 'run.started':
      return say(style.blue('▸'), 'an agent works on it, in its own worktree');
    case 'run.stalled':
      return say(style.yellow('…'), stallText(event));
    case 'run.heard-again':
      return say(style.blue('▸'), 'the agent shows signs of life again');
    case 'run.ended':
      return say(style.blue('▪'), `the agent ended: ${String(field(event, 'outcome'))}`);
    case 'merge.check-ended':
      return say(style.magenta('◇'), `check ${String(field(event, 'verdict'))}`);
    case 'merge.merged':
      return say(style.green('✓'), `merged into ${plainLine(String(field(event, 'targetBranch')))}`);
    case 'task.blocked':
      return say(style.yellow('✋'), 'waits for you');
    default:
      return undefined;
  }
}

function field(event: RecordedEvent, name: string): unknown {
  const { payload } = event;
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
}
