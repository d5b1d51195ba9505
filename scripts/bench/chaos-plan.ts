import { result, type ScriptedModel, type Step, tool } from '@cw/testkit';
import { cw, textOf } from './harness/program.ts';

/** A task of the plan and how it is carried out. */
export type PlannedTask = {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly by: 'script' | 'claude';
};

/** Lets tasks end one after the other, so that the kills fall on all of the plan. */
export type Doors = {
  /** Where the door of a task is, for its script. */
  readonly pathOf: (number: number) => string;
  /** Resolves when it is open. */
  readonly opened: (number: number) => Promise<void>;
};

export type Plan = {
  readonly home: string;
  readonly count: number;
  readonly doors: Doors;
  readonly model: ScriptedModel;
  /** From 0 to below 1. */
  readonly random: () => number;
};

/** Writes the plan down and assigns all of it: each task needs up to two earlier ones, each third is for the real program. */
export async function makePlan({ home, count, doors, model, random }: Plan): Promise<readonly PlannedTask[]> {
  const plan: PlannedTask[] = [];
  for (let number = 0; number < count; number += 1) {
    const by = number % 3 === 2 ? 'claude' : 'script';
    const name = `note-${String(number).padStart(2, '0')}`;
    const needs = new Set([0, 1].flatMap(() => plan[Math.floor(random() * number * 1.5)]?.id ?? []));
    const told = [...needs].flatMap((id) => ['--needs', id]);
    const script = by === 'script' ? ['--script', scriptOf(name, doors.pathOf(number))] : [];
    const task = await cw(home, 'task', 'create', `Write ${name}`, ...script, ...told);
    plan.push({ number, id: textOf(task, 'id'), name, by });
    if (by === 'claude') model.when(`Write ${name}`, stepsOf(name, doors.opened(number)));
  }
  await cw(home, 'assign', ...plan.map(({ id }) => id));
  return plan;
}

/** Commits, notes the commit where no git knows of it, and waits for its door. */
function scriptOf(name: string, door: string): string {
  return `${committing(name)}\nwhile [ ! -e '${door}' ]; do sleep 0.1; done`;
}

function committing(name: string): string {
  return [
    `[ -e ${name}.txt ] || { echo ${name} > ${name}.txt && git add ${name}.txt && git commit -q -m 'feat: ${name}'; }`,
    'git rev-parse HEAD >> "$HOME/commits"',
  ].join('\n');
}

/** A conversation that is taken up again is answered with the result once more. */
function stepsOf(name: string, opened: Promise<void>): readonly Step[] {
  const done = result({ status: 'done', summary: `Wrote ${name}.` });
  const again = Array.from({ length: 40 }, () => done);
  return [tool('Bash', { command: committing(name) }), { kind: 'pause', until: opened }, ...again];
}
