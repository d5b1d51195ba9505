import { firstRunSince } from '@cw/agents';
import { configRefusals, configWithin } from '@cw/config';
import { type Refusal, toRefusal } from '@cw/entry';
import { type Act, err, ok, type RecordedEvent, type Result, step } from '@cw/kernel';
import { type AnswerDoor, inboxRefusals, messagesWithin, ruleRefusals } from '@cw/messages';
import { findFirstEvents, type ReadDb, type Tx } from '@cw/storage';
import { dependentsOf, taskRefusal, tasksWithin, taskTitles } from '@cw/tasks';
import { configKeys } from '../config-keys.ts';
import { type LastChange, lastChange, type NoUndo } from './last-change.ts';
import { type UndoStep, undoSteps } from './undo-steps.ts';

/**
 * The last change of whoever acts, and why it cannot be taken back where that is so: somebody changed it since, or something
 * started because of it.
 */
export async function changeToUndo(read: ReadDb, act: Act): Promise<Result<LastChange, Refusal>> {
  const last = await lastChange(read, act);
  if ('no' in last) return err(sayNo(last.no, act));
  const steps = undoSteps(last.change);
  for (const one of steps) {
    const since = await changedSince(read, one, last.change);
    if (since !== undefined) return err(changedAnew(one, since));
  }
  const started = await startedSince(read, steps, last.change);
  return started === undefined ? ok(last.change) : err(started);
}

export type Undoing = {
  /** Of the change that they were shown; with another one by now it refuses. */
  readonly seq: number;
  readonly via: AnswerDoor;
};

/** Takes back the last change of whoever acts, all of it or nothing. */
export async function undoLastChange(tx: Tx, { seq, via }: Undoing, act: Act): Promise<Result<LastChange, Refusal>> {
  const found = await changeToUndo(tx, act);
  if (!found.ok) return found;
  if (found.value.seq !== seq) return err(movedOn);
  const steps = undoSteps(found.value);
  const tasks = steps.flatMap((one) => (one.kind === 'task' ? [one.step] : []));
  if (tasks.length > 0) {
    const undone = await tasksWithin(tx).undoChanges({ steps: tasks }, act);
    if (!undone.ok) return err(taskRefusal(undone.error));
  }
  for (const one of steps) {
    const undone = await undoOther({ tx, via }, one, act);
    if (!undone.ok) return undone;
  }
  return found;
}

type Within = { readonly tx: Tx; readonly via: AnswerDoor };

async function undoOther({ tx, via }: Within, one: UndoStep, act: Act): Promise<Result<unknown, Refusal>> {
  const messages = messagesWithin(tx);
  switch (one.kind) {
    case 'task':
      return ok(undefined);
    case 'setting': {
      const { scope, scopeId, before } = one.payload;
      const place = { key: one.id, scope, scopeId: scopeId ?? '' };
      const set = await configWithin(tx, configKeys).set({ ...place, value: before ?? undefined }, act);
      return set.ok ? set : err(toRefusal(configRefusals, set.error));
    }
    case 'item': {
      const again = { item: one.id, via };
      const done = one.dismissed ? await messages.restoreItem(again, act) : await messages.dismissItem(again, act);
      return done.ok ? done : err(toRefusal(inboxRefusals, done.error));
    }
    case 'rule': {
      const done = await undoRule(tx, one, act);
      return done.ok ? done : err(toRefusal(ruleRefusals, done.error));
    }
  }
}

function undoRule(tx: Tx, { id, event }: Extract<UndoStep, { kind: 'rule' }>, act: Act) {
  const rules = messagesWithin(tx);
  if (event.type === 'rule.removed') return rules.restoreRule(id, act);
  if (event.type === 'rule.changed') return rules.updateRule({ rule: id, ...event.payload.before }, act);
  return rules.removeRule(id, act);
}

/** The first thing that happened to the same since, which would be undone with it. */
async function changedSince(read: ReadDb, one: UndoStep, { seq }: LastChange): Promise<RecordedEvent | undefined> {
  const events = await findFirstEvents(read, { entity: one.id, after: seq }, 1_000);
  return events.find((event) => event.entity === one.id && concerns(one, event));
}

function concerns(one: UndoStep, { type, payload }: RecordedEvent): boolean {
  const told: { revision?: unknown; scope?: unknown; scopeId?: unknown } =
    typeof payload === 'object' && payload !== null ? payload : {};
  switch (one.kind) {
    case 'task':
      return typeof told.revision === 'number' && told.revision > one.step.to;
    case 'setting':
      return type === 'config.changed' && told.scope === one.payload.scope && told.scopeId === one.payload.scopeId;
    default:
      return true;
  }
}

async function startedSince(
  read: ReadDb,
  steps: readonly UndoStep[],
  { at }: LastChange,
): Promise<Refusal | undefined> {
  const ids = steps.flatMap((one) => (one.kind === 'task' ? [one.id] : []));
  if (ids.length === 0) return undefined;
  const freeing = steps.flatMap((one) => (one.kind === 'task' && one.events.some(mayFree) ? [one.id] : []));
  const run = await firstRunSince(read, { taskIds: [...ids, ...(await dependentsOf(read, freeing))], since: at });
  if (run === undefined) return undefined;
  const title = (await taskTitles(read, [run.taskId])).get(run.taskId)?.title ?? run.taskId;
  return {
    code: 'undo.started',
    message: `An agent has already started on “${title}” (${run.taskId}). Nothing was undone.`,
    next: [step('See what it is doing', 'run show', run.id), step('Stop it', 'run stop', run.id)],
    kind: 'conflict',
  };
}

const standing = ['status', 'outcome', 'deletedAt', 'parentId', 'gate'];

/** Whether a change may be why something that waited for the task began. */
function mayFree({ type, payload }: RecordedEvent): boolean {
  if (type.startsWith('task.dependency-') || type === 'task.created') return true;
  const before =
    typeof payload === 'object' && payload !== null && 'before' in payload ? { ...(payload.before as object) } : {};
  return standing.some((field) => field in before);
}

function changedAnew({ id, kind }: UndoStep, { actor, type, seq }: RecordedEvent): Refusal {
  const what = { task: 'The task', setting: 'The setting', rule: 'The rule', item: 'The item' }[kind];
  return {
    code: 'undo.changed-since',
    message: `${what} ${id} was changed again by ${actor.name} (${type}). Nothing was undone.`,
    next: [step('See what happened since', 'events', '--since', String(seq - 1))],
    kind: 'conflict',
  };
}

function sayNo(no: NoUndo, { actor }: Act): Refusal {
  if (no.kind === 'undo.too-large') {
    return {
      code: no.kind,
      message: `Your last change is too large to be undone in one step: it made more than ${no.events} events.`,
      next: [step('See what happened', 'events')],
    };
  }
  if (no.kind === 'undo.nothing') {
    return {
      code: no.kind,
      message: `${actor.name} has changed nothing that can be undone.`,
      next: [step('See what happened', 'events')],
    };
  }
  return {
    code: no.kind,
    message: `Your last change includes ${no.event.type} of ${no.event.entity}, which cannot be undone.`,
    hint: 'Approvals, answers, decisions, plans, imports and what agents and merges did are not undone.',
    next: [step('See what happened', 'events')],
  };
}

const movedOn: Refusal = {
  code: 'undo.moved-on',
  message: 'You have made another change since. Nothing was undone.',
  next: [step('Look at it', 'undo')],
  kind: 'conflict',
};
