import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '@cw/app/e2e';

export type SampleTask = {
  readonly title: string;
  readonly description?: string;
  /** 0 (critical) to 3 (low). @defaultValue 2 */
  readonly priority?: number;
  readonly labels?: readonly string[];
  readonly closed?: boolean;
  /** Positions in the list of the tasks that must be done before. */
  readonly needs?: readonly number[];
};

const began = Date.UTC(2026, 0, 1);
const minute = 60_000;

/** Writes tasks down at once, as another tracker's file; they keep their order. */
export async function importTasks(cw: Workspace, tasks: readonly SampleTask[], ...args: string[]): Promise<void> {
  const file = join(cw.userHome, 'tasks.jsonl');
  await writeFile(file, tasks.map((task, index) => `${JSON.stringify(lineOf(task, index))}\n`).join(''));
  await cw.ask('task', 'import', '--format', 'beads', ...args, file);
}

function lineOf(task: SampleTask, index: number) {
  const at = new Date(began + index * minute).toISOString();
  const id = `sample-${index}`;
  return {
    ...{ _type: 'issue', id, title: task.title, description: task.description ?? '', issue_type: 'task' },
    ...{ status: task.closed ? 'closed' : 'open', priority: task.priority ?? 2, labels: task.labels ?? [] },
    ...{ created_at: at, updated_at: at, ...(task.closed && { closed_at: at }) },
    dependencies: (task.needs ?? []).map((need) => ({
      ...{ issue_id: id, depends_on_id: `sample-${need}`, type: 'blocks', created_at: at },
    })),
  };
}

const verbs = ['Store', 'Publish', 'Check', 'Show', 'Merge', 'Refuse', 'Measure', 'Sort', 'Explain', 'Retry'];
const things = [
  'the outbox',
  'the event log',
  'every branch',
  'the inbox',
  'a worktree',
  'the run log',
  'each account',
];
const ways = ['in one transaction', 'by position', 'without the network', 'before a merge', 'at start-up', 'by name'];
const words = ['storage', 'events', 'web', 'cli', 'git', 'agents'];

/** Tasks as a year of work leaves them: many done, some waiting, all priorities and labels. */
export function yearOfTasks(count: number): readonly SampleTask[] {
  return Array.from({ length: count }, (_, index) => {
    const pick = (list: readonly string[], step: number) => list[(index * step) % list.length] ?? '';
    return {
      title: `${pick(verbs, 3)} ${pick(things, 5)} ${pick(ways, 1)} (${index + 1})`,
      description: 'One **short** paragraph about what is to be done.',
      priority: index % 17 === 0 ? 0 : (index % 3) + 1,
      labels: [pick(words, 1), ...(index % 4 === 0 ? [pick(words, 5)] : [])],
      closed: index % 5 < 2,
      needs: index > 2 && index % 6 === 5 ? [index - 1] : [],
    };
  });
}
