import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cw } from './harness/program.ts';

export const manyCount = 10_000;

/**
 * Makes a workspace of 10,000 tasks.
 * @param scratch a folder for the file they are imported from.
 */
export async function makeFullWorkspace(home: string, scratch: string): Promise<void> {
  const file = join(scratch, 'tasks.jsonl');
  writeFileSync(file, manyTasks(manyCount));
  await cw(home, 'task', 'import', '--format', 'beads', file);
}

/**
 * Tasks of a long-lived tracker in the lines of beads: of ten, six are open, three closed, one waits for another. Later
 * ones need earlier ones, so that there is no circle.
 */
function manyTasks(count: number): string {
  return Array.from({ length: count }, (_, number) => `${JSON.stringify(task(number))}\n`).join('');
}

function task(number: number) {
  const id = `bench-${number}`;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  const closed = number % 10 < 3;
  const needs = number % 10 === 9 ? [`bench-${number - 1}`] : [];
  return {
    id,
    title: `Task ${number}: make the part that part ${number % 97} relies on`,
    description: `What there is to do in part ${number}, in a sentence or two of ordinary length, as people write it.`,
    status: closed ? 'closed' : 'open',
    priority: number % 4,
    issue_type: ['task', 'bug', 'feature'][number % 3],
    labels: [`area-${number % 12}`],
    created_at: at,
    updated_at: at,
    ...(closed ? { closed_at: at } : {}),
    dependencies: needs.map((needed) => ({ issue_id: id, depends_on_id: needed, type: 'blocks', created_at: at })),
  };
}
