import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cw } from './harness/program.ts';

export const manyCount = 10_000;

export type Shape = 'much-open' | 'long-lived';

/**
 * Makes a workspace of 10,000 tasks.
 * @param scratch a folder for the file they are imported from.
 * @param shape `much-open`: of ten, three are closed, six ready, one waits. `long-lived`: of twenty, twelve are closed, one is
 * ready, seven wait.
 */
export async function makeFullWorkspace(home: string, scratch: string, shape: Shape = 'much-open'): Promise<void> {
  const file = join(scratch, 'tasks.jsonl');
  writeFileSync(file, manyTasks(manyCount, shape));
  await cw(home, 'task', 'import', '--format', 'beads', file);
}

/** In the lines of beads. Later ones need earlier ones, so that there is no circle. */
export function manyTasks(count: number, shape: Shape): string {
  return Array.from({ length: count }, (_, number) => `${JSON.stringify(task(number, shape))}\n`).join('');
}

function task(number: number, shape: Shape) {
  const id = `bench-${number}`;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  const isLong = shape === 'long-lived';
  const closed = isLong ? number % 20 < 12 : number % 10 < 3;
  const waits = isLong ? number % 20 > 12 : number % 10 === 9;
  const needs = waits ? [`bench-${number - 1}`] : [];
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
