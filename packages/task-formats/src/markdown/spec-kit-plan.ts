import { ok, type Result } from '@cw/kernel';
import type { DraftFailure, NeededTask, TaskDraft } from '../record/task-draft.ts';
import { badLine, heading, type Line } from './markdown-chapters.ts';

/** `- [ ] T012 [P] [US1] Create the model in src/models/user.py` */
const taskLine = /^[ \t]*[-*+][ \t]+\[([ xX])\][ \t]+(T\d{3,}[a-z]?)\b[ \t]*((?:\[[^\]]+\][ \t]*)*)(.*)$/;
const phaseWords = /^Phase\b/i;
/** `User Story 1 - Albums (Priority: P1)` */
const phasePriority = /\(Priority:\s*(P[0-3])\)/i;
const dependsOn = /\(depends on ([^)]*)\)/i;

type Task = {
  readonly line: number;
  readonly key: string;
  readonly title: string;
  readonly isDone: boolean;
  /** `[P]`: it may be done beside its neighbours. */
  readonly isParallel: boolean;
  readonly labels: readonly string[];
  readonly said: readonly string[];
};

type Phase = { readonly line: number; readonly title: string; readonly text: string[]; readonly tasks: Task[] };

/** Whether a text is the `tasks.md` of spec-kit (github.com/github/spec-kit, `templates/tasks-template.md`). */
export function isSpecKitPlan(text: string): boolean {
  return text.split('\n').some((line) => taskLine.test(line));
}

/**
 * The tasks of a `tasks.md` of spec-kit: a phase is an epic that waits for the one before it, its lines are its tasks. One that is not
 * marked `[P]` is done after what stands before it in its phase; those that are, side by side. What is ticked off is done and left
 * out. Marks such as `[US1]` become labels; chapters without tasks are for readers.
 */
export function parseSpecKitPlan(text: string): Result<readonly TaskDraft[], DraftFailure> {
  const { title, phases } = readPhases(text);
  const tasks = phases.flatMap((phase) => phase.tasks);
  const twice = tasks.find(({ key }, index) => tasks.findIndex((other) => other.key === key) < index);
  if (twice) return badLine(twice.line, `${twice.key} is there a second time.`);
  const done = new Set(tasks.filter(({ isDone }) => isDone).map(({ key }) => key));
  const left = phases
    .map((phase) => ({ ...phase, open: phase.tasks.filter(({ isDone }) => !isDone) }))
    .filter(({ open }) => open.length > 0);
  if (left.length === 0) return badLine(1, 'Every task of this plan is ticked off.');
  const known = new Set(tasks.map(({ key }) => key));
  const top = title === undefined ? undefined : topOf(title, done);
  const drafts: TaskDraft[] = top === undefined ? [] : [top];
  for (const [index, phase] of left.entries()) {
    const before = left[index - 1];
    const priority = phasePriority.exec(phase.title)?.[1];
    drafts.push({
      title: phase.title,
      key: keyOf(phase),
      place: `Line ${phase.line}`,
      type: 'epic',
      priority,
      parent: top?.key,
      description: phase.text.join('\n').trim(),
      dependencies: before === undefined ? [] : [{ on: keyOf(before) }],
    });
    for (const [at, task] of phase.open.entries()) {
      const unknown = task.said.find((key) => !known.has(key));
      if (unknown !== undefined)
        return badLine(task.line, `${task.key} depends on ${unknown}, which is not in the plan.`);
      drafts.push({
        title: task.title,
        key: task.key,
        place: `Line ${task.line}`,
        priority,
        parent: keyOf(phase),
        labels: task.labels,
        dependencies: needs(phase.open, at, done),
      });
    }
  }
  return ok(drafts);
}

/** The plan itself. */
function topOf({ number, text }: Line, done: ReadonlySet<string>) {
  const leftOut = done.size === 0 ? '' : `Left out, since ticked off in the plan: ${[...done].join(', ')}.`;
  return { title: text, key: 'plan', place: `Line ${number}`, type: 'epic', description: leftOut };
}

function keyOf({ line }: Phase): string {
  return `line ${line}`;
}

/** What a task waits for: what it says, and what stands before it up to the last one that is not done beside others. */
function needs(tasks: readonly Task[], at: number, done: ReadonlySet<string>): readonly NeededTask[] {
  const task = tasks[at];
  if (task === undefined) return [];
  const before = tasks.slice(0, at);
  const last = before.findLastIndex(({ isParallel }) => !isParallel);
  const near = task.isParallel ? before.slice(Math.max(last, 0), last + 1) : before.slice(Math.max(last, 0));
  const on = new Set([...near.map(({ key }) => key), ...task.said.filter((key) => !done.has(key))]);
  return [...on].map((key) => ({ on: key }));
}

function readPhases(text: string): { readonly title: Line | undefined; readonly phases: readonly Phase[] } {
  const phases: Phase[] = [];
  let title: Line | undefined;
  let phase: Phase | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const [, marks = '', words = ''] = heading.exec(line) ?? [];
    if (marks.length === 1) title ??= { number, text: words.replace(/^Tasks:\s*/i, '') };
    if (marks.length === 2 || (marks !== '' && phaseWords.test(words))) {
      phase = { line: number, title: words, text: [], tasks: [] };
      phases.push(phase);
    }
    if (marks !== '') continue;
    const task = readTask(line, number);
    if (task !== undefined) {
      if (phase === undefined) {
        phase = { line: number, title: 'Tasks', text: [], tasks: [] };
        phases.push(phase);
      }
      phase.tasks.push(task);
    } else if (phase && line.trim() !== '---') phase.text.push(line);
  }
  return { title, phases: phases.filter(({ tasks }) => tasks.length > 0) };
}

function readTask(line: string, number: number): Task | undefined {
  const [, tick, key, marks = '', title = ''] = taskLine.exec(line) ?? [];
  if (key === undefined) return undefined;
  const words = [...marks.matchAll(/\[([^\]]+)\]/g)].flatMap(([, word]) => word?.trim() ?? []);
  return {
    line: number,
    key,
    title: `${key} ${title.trim()}`,
    isDone: tick !== ' ',
    isParallel: words.includes('P'),
    labels: words.filter((word) => word !== 'P'),
    said: (dependsOn.exec(title)?.[1] ?? '').match(/T\d{3,}[a-z]?/g) ?? [],
  };
}
