import { cutTo, firstWithin, roomIn, sizeOf } from '../../model/token-budget.ts';
import type { NearTask, TaskForAgent } from './task-for-agent.ts';
import { tellTask } from './tell-task.ts';

/** A task with what of it was left out so that the rest fits. */
export type FittedTask = TaskForAgent & { readonly leftOut: readonly string[] };

/**
 * As much of a task as a budget of tokens holds, as text and as data alike: its own words first, then what it goes on
 * from, then what is around it. What does not fit is cut or left out, and named.
 */
export function fitTask(task: TaskForAgent, tokens: number): FittedTask {
  const room = roomIn(tokens);
  const whole = { ...task, leftOut: [] };
  const fits = (fitted: FittedTask) => sizeOf(fitted) <= room && tellTask(fitted).length <= room;
  if (fits(whole)) return whole;
  for (let share = room; share > 100; share *= 0.85) {
    const fitted = shorten(task, share);
    if (fits(fitted)) return fitted;
  }
  return shorten(task, 0);
}

const lists = [
  'files',
  'checkpoints',
  'needs',
  'parents',
  'comments',
  'artifacts',
  'neededBy',
  'children',
  'siblings',
] as const satisfies readonly (keyof TaskForAgent)[];

function shorten(task: TaskForAgent, room: number): FittedTask {
  const { id, title, type, priority, status } = task;
  const leftOut: string[] = [];
  let left = room - sizeOf({ id, title, type, priority, status }) - 250;
  const spend = <T>(value: T): T => {
    left -= sizeOf(value);
    return value;
  };
  const text = (name: 'description' | 'acceptance' | 'design', share: number) => {
    const cut = cutTo(task[name], left * share);
    if (cut !== task[name]) leftOut.push(cut === '' ? name : `some of the ${name}`);
    return spend(cut);
  };
  const labels = spend(firstWithin(task.labels, left * 0.1));
  const texts = { description: text('description', 0.5), acceptance: text('acceptance', 0.5) };
  const plan = task.plan !== null && sizeOf(task.plan) < left * 0.4 ? spend(task.plan) : null;
  if (plan === null && task.plan !== null) leftOut.push('the plan');
  const design = text('design', 0.2);
  const list = <T>(name: (typeof lists)[number], items: readonly T[]): readonly T[] => {
    const kept = spend(firstWithin(items, left * 0.6));
    const missing = items.length - kept.length;
    if (missing > 0) leftOut.push(`${missing} of ${items.length} ${words[name]}`);
    return kept;
  };
  const near = (items: readonly NearTask[]) => items.map((item) => shortNear(item, left * 0.4));
  return {
    id,
    title,
    type,
    priority,
    labels,
    status,
    ...texts,
    design,
    plan,
    files: list('files', task.files),
    checkpoints: list('checkpoints', task.checkpoints.toReversed()).toReversed(),
    needs: list('needs', near(task.needs)),
    parents: list('parents', near(task.parents)),
    comments: list('comments', task.comments),
    artifacts: list('artifacts', task.artifacts),
    neededBy: list('neededBy', task.neededBy),
    children: list('children', task.children),
    siblings: list('siblings', task.siblings),
    leftOut,
  };
}

const words: Record<(typeof lists)[number], string> = {
  files: 'files to change',
  checkpoints: 'checkpoints',
  needs: 'tasks it builds on',
  parents: 'parents',
  comments: 'comments',
  artifacts: 'artifacts',
  neededBy: 'tasks that need it',
  children: 'children',
  siblings: 'siblings',
};

/** A surrounding task with its texts cut: of what is done, the result says more than what was asked for. */
export function shortNear(task: NearTask, room: number): NearTask {
  if (sizeOf(task) <= room) return task;
  const result = task.result === null ? null : cutTo(task.result, room * 0.5);
  const description = cutTo(task.description, room * 0.4);
  return { ...task, result, description, acceptance: cutTo(task.acceptance, room * 0.2) };
}
