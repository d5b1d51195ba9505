import {
  type CliAnswer,
  type CliContext,
  type CliInput,
  type CliOutput,
  plainLine,
  plainText,
  type Style,
} from '@cw/entry';
import { err, ok, type Result, tellTime } from '@cw/kernel';
import { type PlanWords, textsOrNone, wordOrNone } from '@cw/task-formats';
import { approvePlan, setPlan } from '../../commands/set-plan.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { PlanView } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { getPlan } from '../../queries/task-plan.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { readJsonObject } from './typed-json.ts';

/** `cw task plan set`. */
export async function taskPlanSet(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const words = await typedPlan(input, context);
  if (!words.ok) return refuse(words);
  const wanted = { ...words.value, task: input.argument('task') };
  const wasApproved = await isApproved(wanted.task, context);
  const plan = await run(context.workspace, setPlan, wanted, await context.act());
  if (!plan.ok) return refuse(plan);
  if (wasApproved && plan.value.approvedAt === null) {
    context.note(`note  The plan is no longer approved: ${plan.value.taskId} is not done before this one is.`);
  }
  return ok(planAnswer(plan.value));
}

async function isApproved(ref: string, { workspace }: CliContext): Promise<boolean> {
  const { read } = workspace.storage;
  const id = await findTask(read, ref);
  const plan = id.ok ? await getPlan(read, id.value) : undefined;
  return plan !== undefined && plan !== null && plan.approvedAt !== null;
}

/** `cw task plan show`. */
export async function taskPlanShow(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const id = await findTask(read, input.argument('task'));
  if (!id.ok) return refuse(id);
  const plan = await getPlan(read, id.value);
  return plan ? ok(planAnswer(plan)) : refuse(err({ kind: 'task.no-plan', taskId: id.value }));
}

/** `cw task plan approve`. */
export async function taskPlanApprove(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = { task: input.argument('task'), digest: input.option('digest') ?? '' };
  const plan = await run(context.workspace, approvePlan, wanted, await context.act());
  return plan.ok ? ok(planAnswer(plan.value)) : refuse(plan);
}

async function typedPlan(input: CliInput, context: CliContext): Promise<Result<PlanWords, TaskFailure>> {
  const path = input.option('file');
  const object = path === undefined ? ok({}) : await readJsonObject(context, path);
  if (!object.ok) return object;
  const list = (option: string) => {
    const given = input.optionList(option);
    return given.length === 0 ? undefined : given;
  };
  return ok({
    goal: input.option('goal') ?? wordOrNone(object.value, 'goal'),
    approach: input.option('approach') ?? wordOrNone(object.value, 'approach'),
    alternatives: input.option('alternatives') ?? wordOrNone(object.value, 'alternatives'),
    steps: list('step') ?? textsOrNone(object.value, 'steps'),
    files: list('touches') ?? textsOrNone(object.value, 'files'),
  });
}

function planAnswer(plan: PlanView): CliOutput {
  return { data: plan, ids: [plan.taskId], text: (style) => planLines(plan, style).join('\n') };
}

function planLines(plan: PlanView, style: Style): readonly string[] {
  const paragraph = (title: string, text: string) =>
    text.trim() === '' ? [] : [style.bold(title), plainText(text.trimEnd()), ''];
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style.bold(title), ...lines.map(plainLine), ''];
  return [
    ...paragraph('Goal', plan.goal),
    ...paragraph('Approach', plan.approach),
    ...paragraph('Alternatives', plan.alternatives),
    ...list(
      'Steps',
      plan.steps.map((step, index) => `${index + 1}. ${step}`),
    ),
    ...list('Files', plan.files),
    style.dim(`Written by ${plainLine(plan.writtenBy)}, ${tellTime(plan.writtenAt)}`),
    plan.approvedAt === null
      ? `Not approved: cw task plan approve ${plan.taskId} --digest ${plan.digest}`
      : style.green(`Approved by ${plainLine(plan.approvedBy ?? '')}, ${tellTime(plan.approvedAt)}`),
  ];
}
