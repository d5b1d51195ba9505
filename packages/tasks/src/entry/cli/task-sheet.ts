import { age, plainLine, plainText, type Style, tellMoment } from '@cw/entry';
import type { Instant, IsoTime } from '@cw/kernel';
import type { DetailName } from '@cw/task-formats';
import { detailFields } from '../../model/task-fields.ts';
import type { CheckpointView, CommentView, TaskRow, TaskView } from '../../model/task-view.ts';
import { tellDetail } from '../told-detail.ts';
import { commentLines } from './comment-thread.ts';
import { checkpointLines } from './task-checkpoint.ts';
import { paintPriority, paintState, standing } from './task-words.ts';

/** A task with what is told of it besides. */
export type Sheet = {
  readonly task: TaskView;
  /** Other tasks that it names, by id. */
  readonly others: ReadonlyMap<string, TaskRow>;
  /** Name and id of its project. */
  readonly project: string | null;
  /** Why agents do not begin, in words. */
  readonly notStarted: readonly string[];
  readonly comments: readonly CommentView[];
  /** Whether all comments are shown, and not only the last ones. */
  readonly everyComment: boolean;
  readonly checkpoints: readonly CheckpointView[];
  /** What agents tried at it, in lines. */
  readonly attempts: (style: Style) => readonly string[];
  /** Sections of their own that were asked for, in lines. */
  readonly more: (style: Style) => readonly string[];
};

/** A task as people read it. */
export function taskSheet(sheet: Sheet, look: Pick<Look, 'style' | 'now'>): string {
  const { task, others, project } = sheet;
  const wide: Look = { ...look, others, project, notStarted: sheet.notStarted };
  return [
    ...headLines(task, wide),
    ...fieldLines(task, wide),
    ...sections(task, wide),
    ...sheet.more(look.style),
    ...attemptSection(sheet.attempts(look.style), look.style),
    ...checkpointSection(sheet.checkpoints, look.style),
    ...commentLines(sheet.comments, { style: look.style, every: sheet.everyComment, taskId: task.id }),
    ...nextSteps(task, wide),
  ].join('\n');
}

/** What a task is shown with. */
type Look = {
  readonly style: Style;
  readonly now: Instant;
  readonly others: ReadonlyMap<string, TaskRow>;
  /** Name and id of its project. */
  readonly project: string | null;
  readonly notStarted: readonly string[];
};

function headLines(task: TaskView, { style, now }: Look): readonly string[] {
  const facts = [
    style.cyan(task.id),
    paintPriority(task.priority, style),
    task.type,
    paintState(task.state, style, standing(task)),
    style.dim(`${age(Date.parse(task.createdAt), now)} old`),
    style.dim(`revision ${task.revision}`),
  ];
  return [style.bold(plainLine(task.title)), facts.join(style.dim(' · '))];
}

function fieldLines(task: TaskView, look: Look): readonly string[] {
  const { style } = look;
  const moment = (at: IsoTime) => tellMoment(at, look.now);
  const lines: [string, string | null][] = [
    ['Waits', look.notStarted.join('\n')],
    ['Reason', task.statusReason ?? task.closeReason],
    [
      'Held by',
      task.lease ? task.lease.holder + (task.lease.expiresAt ? ` until ${moment(task.lease.expiresAt)}` : '') : null,
    ],
    ['Assigned', assignedTo(task)],
    ['Project', look.project],
    ['Labels', task.labels.join(', ')],
    ...detailFields().map(({ field, kind, label }): [string, string | null] => {
      const text = tellDetail(task[field]);
      const isDate = kind === 'date' && text !== '';
      return [label, tellings[field]?.(task, look) ?? (isDate ? moment(text) : text)];
    }),
    ['Artifacts', task.artifacts.map(({ kind, value }) => `${kind} ${value}`).join(', ')],
  ];
  const told = lines.filter(([, value]) => value !== null && value !== '');
  const field = (label: string, text: string) => `${style.dim(label.padEnd(10))} ${text}`;
  const parent = task.parentId === null ? [] : [field('Parent', named(task.parentId, look))];
  const fields = [...told.map(([label, value]) => field(label, fieldText(value ?? ''))), ...parent];
  return fields.length === 0 ? [] : ['', ...fields];
}

/** Details of which more is told than their value, or that stand in a section of their own. */
const tellings: { readonly [Field in DetailName]?: (task: TaskView, look: Look) => string | null } = {
  design: () => '',
  deferUntil: ({ deferUntil }, { now }) => deferUntil && `until ${tellMoment(deferUntil, now)}`,
  externalRef: ({ externalId, externalRef }) => [externalId, externalRef].filter(Boolean).join(', '),
  requiresPlan: planWords,
  gate: gateWords,
  script: ({ script }) => (hasLines(script) ? '' : script),
};

/** Lines after the first stand below it, so that no text can pass for a field of its own. */
function fieldText(value: string): string {
  return plainText(value.trimEnd())
    .split('\n')
    .map(plainLine)
    .join(`\n${' '.repeat(11)}`);
}

function hasLines(text: string | null): boolean {
  return /[\r\n]/.test(text?.trimEnd() ?? '');
}

function planWords({ id, plan, requiresPlan }: TaskView): string | null {
  if (plan === null) return requiresPlan ? 'required, not written' : null;
  return `${plan.approvedAt === null ? 'not approved' : `approved by ${plan.approvedBy}`} (cw task plan show ${id})`;
}

function gateWords({ id, gate, gateApprovedBy, status }: TaskView): string | null {
  if (!gate) return null;
  if (gateApprovedBy !== null) return `approved by ${gateApprovedBy}`;
  return status === 'closed'
    ? `needs approval before its dependents start (cw task approve ${id})`
    : 'its result needs approval before its dependents start';
}

function assignedTo(task: TaskView): string | null {
  if (task.status === 'closed') return task.assignee;
  const who = task.assignee ?? (task.dispatch === 'manual' ? null : 'any free agent');
  return who === null ? null : `${who}${task.dispatch === 'manual' ? '' : ' (agents may start on it)'}`;
}

function sections(task: TaskView, look: Look): readonly string[] {
  const needs = task.dependencies.filter(({ type }) => type !== 'parent-child');
  const children = task.dependents.filter(({ type }) => type === 'parent-child');
  const needed = task.dependents.filter(({ type }) => type !== 'parent-child');
  const list = (title: string, others: readonly { id: string; type?: string }[]) =>
    others.length === 0
      ? []
      : [
          '',
          look.style.bold(title),
          ...others.map(({ id, type }) => `  ${named(id, look)}${kind(type, look)}${toApprove(task, id, look)}`),
        ];
  const failed = new Set(task.blockers.filter(({ reason }) => reason === 'failed').map(({ id }) => id));
  const waiting = task.blockedBy.filter((id) => !failed.has(id) && !needs.some((other) => other.id === id));
  return [
    ...paragraph('Description', task.description, look),
    ...paragraph('Design', task.design, look),
    ...paragraph('Done when', task.acceptance, look),
    ...paragraph('Script', hasLines(task.script) ? (task.script ?? '') : '', look),
    ...list('Needs', needs),
    ...list(
      'Blocked by failed',
      [...failed].map((id) => ({ id })),
    ),
    ...list(
      'Waits for',
      waiting.map((id) => ({ id })),
    ),
    ...list(
      'Children',
      children.map(({ id }) => ({ id })),
    ),
    ...list('Is needed by', needed),
  ];
}

function kind(type: string | undefined, { style }: Look): string {
  return type === undefined || type === 'blocks' ? '' : style.dim(`  (${type})`);
}

/** Of a gate that is done, that it waits for a person. */
function toApprove({ blockers }: TaskView, id: string, { style }: Look): string {
  const waits = blockers.some((blocker) => blocker.id === id && blocker.reason === 'gate');
  return waits ? style.yellow(`  (awaiting approval: cw task approve ${id})`) : '';
}

function paragraph(title: string, text: string, { style }: Look): readonly string[] {
  return text.trim() === '' ? [] : ['', style.bold(title), plainText(text.trimEnd())];
}

function named(id: string, { style, others }: Look): string {
  const other = others.get(id);
  if (!other) return style.cyan(id);
  return `${style.cyan(id)}  ${plainLine(other.title)}  ${paintState(other.state, style)}`;
}

function attemptSection(lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : ['', style.bold('Attempts'), ...lines];
}

/** The last checkpoints, from which work on it goes on. */
function checkpointSection(checkpoints: readonly CheckpointView[], style: Style): readonly string[] {
  if (checkpoints.length === 0) return [];
  return ['', style.bold('Last checkpoints'), ...checkpointLines(checkpoints, style).slice(1)];
}

/** How a task that waits for a person goes on; agents can have tried only what is of a project, and was started on. */
function nextSteps(task: TaskView, { style }: Look): readonly string[] {
  if (task.state !== 'needs-you') return [];
  const steps = task.status === 'blocked' ? stepsOfBlocked(task) : stepsAtWork(task);
  const width = Math.max(...steps.map(([command = '']) => command.length));
  const lines = steps.map(([command = '', what = '']) => `  ${command.padEnd(width)}  ${style.dim(what)}`);
  return ['', style.bold('What to do next'), ...lines];
}

/** Its agent is at work, and asks or is silent. */
function stepsAtWork({ id }: TaskView): readonly (readonly string[])[] {
  return [
    [`cw inbox list --task ${id}`, 'what its agent needs from you'],
    [`cw run log ${id}`, 'what its agent said and did'],
  ];
}

function stepsOfBlocked({ id, projectId, startedAt, script }: TaskView): readonly (readonly string[])[] {
  const open = [`cw task update ${id} --status open`, 'unblock it, once its reason is resolved'];
  const agents = [
    [`cw inbox list --task ${id}`, 'what it needs from you, if anything'],
    [`cw run list --task ${id}`, 'what agents tried'],
    [`cw merge show ${id}`, 'its merge request, if there is one'],
    // A script has no conversation to go on with: each attempt begins afresh.
    ...(startedAt === null || script !== null ? [] : [[`cw run retry ${id}`, 'resume where its agent stopped']]),
    [`cw assign ${id}`, script === null ? 'start a new attempt by an agent' : 'run its script again'],
  ];
  const byAgents = projectId === null ? [] : agents;
  return startedAt === null ? [open, ...byAgents] : [...byAgents, open];
}
