import { type CliAnswer, type CliContext, type CliInput, type Refusal, type Style, tellMoment } from '@cw/entry';
import { err, ok, type Page, type Result, step, systemAct } from '@cw/kernel';
import { parseEstimate } from '@cw/task-formats';
import { claimReady, claimTask } from '../../commands/claim-task.ts';
import { expireLeases } from '../../commands/expire-leases.ts';
import { heartbeatTask } from '../../commands/heartbeat-task.ts';
import { releaseTask, releaseUnheld } from '../../commands/release-task.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskRow } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { taskRow } from '../../queries/list-tasks.ts';
import { lastCheckpoints } from '../../queries/task-checkpoints.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer, tasksAnswer } from './task-answer.ts';

/** `cw task claim`. */
export async function taskClaim(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const holder = await context.holder();
  const task = input.argument('task');
  const seen = await revisionOf(task, context);
  const claimed = await run(context.workspace, claimTask, { task, holder }, await context.act());
  if (!claimed.ok) return refuse(claimed);
  const name = claimed.value.lease?.holder ?? holder.name;
  const already = claimed.value.revision === seen;
  const answer = taskAnswer(claimed.value, already ? `You already hold it, as ${name}:` : `Claimed for ${name}:`);
  const checkpoints = await lastCheckpoints(context.workspace.storage.read, claimed.value.id);
  const data = { ...claimed.value, checkpoints };
  if (checkpoints.length === 0) return ok({ ...answer, data });
  const { checkpointLines } = await import('./task-checkpoint.ts');
  const goOn = (style: Style) => ['', style.bold('It goes on from'), ...checkpointLines(checkpoints, style).slice(1)];
  return ok({ ...answer, data, text: (style) => [answer.text(style), ...goOn(style)].join('\n') });
}

/** The revision before a claim: to claim what one holds makes no new one. */
async function revisionOf(ref: string, { workspace }: CliContext): Promise<number | undefined> {
  const { read } = workspace.storage;
  const id = await findTask(read, ref);
  return id.ok ? (await taskRow(read, id.value))?.revision : undefined;
}

/** `cw task heartbeat`. */
export async function taskHeartbeat(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const text = input.option('lease');
  const minutes = text === undefined ? ok(undefined) : parseEstimate(text);
  if (!minutes.ok) return refuse(minutes);
  const leaseMs = minutes.value === undefined ? undefined : minutes.value * 60_000;
  const wanted = { task: input.argument('task'), holder: await context.holder(), leaseMs };
  const kept = await run(context.workspace, heartbeatTask, wanted);
  if (!kept.ok) return refuse(kept);
  const until = kept.value.lease?.expiresAt ?? null;
  return ok(
    taskAnswer(
      kept.value,
      until === null ? 'Still yours:' : `Yours until ${tellMoment(until, context.workspace.clock.now())}:`,
    ),
  );
}

/** `cw task release`. */
export async function taskRelease(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const task = input.optionalArgument('task');
  const unheld = input.flag('unheld');
  if (unheld === (task !== undefined)) return err(releaseOne);
  if (task === undefined) return releaseAllUnheld(context);
  const wanted = { task, holder: await context.holder(), force: input.flag('force') };
  const released = await run(context.workspace, releaseTask, wanted, await context.act());
  return released.ok ? ok(taskAnswer(released.value, 'Released')) : refuse(released);
}

const releaseOne: Refusal = {
  kind: 'usage',
  code: 'task.release-what',
  message: 'Give a task to release, or --unheld, but not both.',
  next: [
    step('Release one', 'task release', '<task>'),
    step('Release all tasks in progress without a holder', 'task release', '--unheld'),
  ],
};

async function releaseAllUnheld(context: CliContext): Promise<CliAnswer> {
  const released = await run(context.workspace, releaseUnheld, await context.act());
  if (!released.ok) return refuse(released);
  const answer = tasksAnswer(released.value, { said: 'Released', asked: 2 });
  const none = 'Every task in progress has a holder.';
  return ok(released.value.length === 0 ? { ...answer, text: () => none } : answer);
}

/** The first ready task, claimed, as a list of one; an empty list when nothing is ready. */
export async function claimFirstReady(context: CliContext): Promise<Result<Page<TaskRow>, TaskFailure>> {
  const holder = await context.holder();
  const claimed = await run(context.workspace, claimReady, { holder }, await context.act());
  if (!claimed.ok) return claimed;
  const row = claimed.value === null ? undefined : await taskRow(context.workspace.storage.read, claimed.value.id);
  const items = row ? [row] : [];
  return ok({ items, total: items.length, nextCursor: null });
}

/** Puts back what agents claimed and let run out. */
export async function freeExpired(context: CliContext): Promise<void> {
  await run(context.workspace, expireLeases, systemAct('leases'));
}
