import { type RecordedEvent, toIso } from '@cw/kernel';
import { findEvents, lastSeq, type ReadDb } from '@cw/storage';
import { taskTitles } from '@cw/tasks';
import type { Recovery } from './health-report.ts';

const shown = 20;
/** How many of the last events are looked through. */
const lookedThrough = 20_000;

const kinds = [
  'dispatch.started',
  'run.adopted',
  'merge.recovered',
  'task.lease-expired',
  'project.branch-restored',
] as const;

/** What was taken up or put right of late, the newest first. */
export async function lastRecoveries(read: ReadDb): Promise<readonly Recovery[]> {
  const after = Math.max(0, (await lastSeq(read)) - lookedThrough);
  const events = await findEvents(read, { kinds, after }, shown);
  const titles = await taskTitles(
    read,
    events.flatMap((event) => taskOf(event) ?? []),
  );
  return events.map((event) => {
    const taskId = taskOf(event) ?? null;
    return {
      at: toIso(event.at),
      type: event.type,
      thing: event.entity,
      taskId,
      taskTitle: taskId === null ? null : (titles.get(taskId)?.title ?? null),
      message: say(event),
    };
  });
}

function taskOf(event: RecordedEvent): string | undefined {
  const taskId = event.type.startsWith('task.') ? event.entity : field(event, 'taskId');
  return typeof taskId === 'string' ? taskId : undefined;
}

function say(event: RecordedEvent): string {
  switch (event.type) {
    case 'dispatch.started':
      return sayStart(event);
    case 'run.adopted':
      return foundWords[String(field(event, 'agent'))] ?? `The run continues at the step ${field(event, 'step')}.`;
    case 'merge.recovered':
      return field(event, 'landed') === true
        ? 'The merge was made before its process ended; the remaining steps were done.'
        : 'The process that was merging it ended; it went back into the queue.';
    case 'task.lease-expired':
      return 'Its claim expired; it is free again.';
    default:
      return 'The branch was moved from outside; it was reset, and its commits kept.';
  }
}

/** By how the agent of a run was found. */
const foundWords: Readonly<Record<string, string>> = {
  running: 'Its agent was running, and was recovered.',
  exited: 'Its agent had ended in the meantime; its result is collected.',
  died: 'Its agent was gone; its work is kept, and it is retried.',
  'not-started': 'It had no agent yet, and continues where it was.',
};

function sayStart(event: RecordedEvent): string {
  const runs = Number(field(event, 'runs') ?? 0);
  const before = field(event, 'after');
  const how =
    before === 'kill'
      ? ', after the previous one was killed'
      : before === 'stop'
        ? ', after the previous one stopped'
        : '';
  const taken = runs === 0 ? '' : ` It recovered ${runs === 1 ? 'one run' : `${runs} runs`}.`;
  const holder = String(field(event, 'holder'));
  return `${holder.charAt(0).toUpperCase()}${holder.slice(1)} began to dispatch${how}.${taken}`;
}

function field({ payload }: RecordedEvent, name: string): unknown {
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
}
