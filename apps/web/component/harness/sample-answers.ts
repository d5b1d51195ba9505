import { taskStates } from '@cw/kernel';
import type { TaskState, TaskView } from '../../src/data/api-types.ts';
import { rowOf } from '../../src/data/row-patch.ts';
import type { Answers } from './scripted-link.ts';

const at = '2026-05-01T09:00:00.000Z';

const nothing = { items: [], total: 0, nextCursor: null } as const;
const position = 'lg_000000000000:1';

const noTasks = Object.fromEntries(taskStates.map((state) => [state, 0])) as Record<TaskState, number>;

/** A quiet workspace that holds these tasks and nothing else. */
export function answersWith(tasks: readonly TaskView[], more: Answers = {}): Answers {
  const find = (id: string): TaskView => {
    const task = tasks.find((one) => one.id === id);
    if (task === undefined) throw new Error(`there is no task ${id} in the script`);
    return task;
  };
  const quiet: Answers = {
    system: {
      status: () => ({
        version: '0.0.0',
        home: '/home/ada/.cw',
        dispatching: { me: true, holder: 'the server', pid: 1, since: at },
        running: 0,
        maxConcurrent: 2,
        agents: { working: 0, waiting: 0, stalled: 0, 'on-hold': 0, idle: 0, offline: 0 },
        tasks: noTasks,
        pauses: [],
        todayCostUsd: 0,
        parked: [],
        sandbox: { works: true, why: null, hint: null, noNetwork: null, networkHint: null },
        position,
      }),
    },
    events: { latest: () => ({ items: [], position }), list: () => ({ ...nothing, items: [] }) },
    projects: { list: () => ({ ...nothing, items: [] }) },
    accounts: { list: () => ({ ...nothing, items: [] }), programs: () => ({ items: [] }) },
    runs: { list: () => ({ ...nothing, items: [] }), names: () => ({ ...nothing, items: [] }) },
    merges: { list: () => ({ ...nothing, items: [] }) },
    messages: { unread: () => ({ unread: 0 }) },
    inbox: {
      count: () => ({ open: 0 }),
      kinds: () => ({ items: [] }),
      list: () => ({ ...nothing, items: [] }),
    },
    dispatch: {
      pauses: () => ({ items: [] }),
      rests: () => ({ items: [] }),
      attempts: () => ({ items: [] }),
      waiting: () => ({ items: [] }),
    },
    config: { list: () => ({ ...nothing, items: [] }) },
    tasks: {
      list: () => ({ items: tasks.map(rowOf), total: tasks.length, nextCursor: null }),
      show: ({ id }) => find(id),
      typed: ({ text }) => {
        const named = tasks.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
        return { items: named.map((task) => ({ row: rowOf(task) })), total: named.length, nextCursor: null };
      },
      matching: () => ({ ids: [] }),
      comments: () => ({ ...nothing, items: [] }),
      checkpoints: () => ({ ...nothing, items: [] }),
      history: () => ({ ...nothing, items: [] }),
      proposals: () => ({ ...nothing, items: [] }),
    },
  };
  const rooms = new Set([...Object.keys(quiet), ...Object.keys(more)]);
  return Object.fromEntries(
    [...rooms].map((room) => [room, { ...Reflect.get(quiet, room), ...Reflect.get(more, room) }]),
  );
}
