import { limitRefusal, type Refusal, type RefusalMap, toRefusal } from '@cw/entry';
import { err, type NextStep, ok, type Result, step, tellTime } from '@cw/kernel';
import type { MissedTask, NotReadyReason, TaskCandidate, TaskFailure } from '../model/task-failure.ts';
import { mostRows } from '../queries/cursor.ts';
import { sayBlocker, sayReason, short } from './say-reason.ts';
import { didYouMean, textRefusals } from './text-refusals.ts';

export const taskRefusals = {
  'task.not-found': ({ ref, missed, planned }) => ({
    message: `No task id starts with "${short(ref)}"${planned === undefined ? '' : ', and none of these tasks has that name'}${sayInTrash(missed)}.`,
    hint: `${planned === undefined ? '' : sayPlanned(ref, planned)}${sayNear(missed)}`.trim() || undefined,
    next: [...restoreStep(missed), step('See all tasks with their ids', 'task list', '--all')],
    facts: missed,
    kind: 'not-found',
  }),
  'task.ambiguous': ({ ref, candidates }) => ({
    message: `"${short(ref)}" matches several ids: ${candidates.slice(0, 5).map(sayCandidate).join(', ')}${candidates.length > 5 ? ' and more' : ''}.`,
    hint: 'Type more of the id.',
  }),
  ...textRefusals,
  'task.bad-gate': ({ type }) => ({
    message: `A dependency of type ${type} has no gate.`,
    hint: 'Only waits-for waits for all or any children.',
    kind: 'usage',
  }),
  'task.has-children': ({ taskId, count }) => ({
    message: `${taskId} has ${count} ${count === 1 ? 'task' : 'tasks'} below it.`,
    hint: 'Tasks in the trash can be restored.',
    next: [
      step('See what is below it', 'task list', '--parent', taskId),
      step('Move all of them to the trash', 'task delete', taskId, '--cascade'),
    ],
  }),
  'task.not-deleted': ({ taskId }) => ({
    message: `${taskId} is not in the trash.`,
    next: [step('See it', 'task show', taskId)],
    kind: 'conflict',
  }),
  'task.cannot-undo': ({ taskId }) => ({
    message: `The change to ${taskId} cannot be undone in one step.`,
    next: [step('See earlier values', 'task history', taskId)],
    kind: 'conflict',
  }),
  'task.parent-deleted': ({ taskId, parentId }) => ({
    message: `The parent of ${taskId}, ${parentId}, is in the trash too.`,
    next: [step('Restore that one first', 'task restore', parentId)],
    kind: 'conflict',
  }),
  'task.no-plan': ({ taskId }) => ({
    message: `${taskId} has no plan.`,
    next: [step('Write one', 'task plan set', taskId, '--goal', '<text>', '--approach', '<text>', '--step', '<text>')],
    kind: 'not-found',
  }),
  'task.plan-changed': ({ taskId, seen }) => ({
    message:
      seen === ''
        ? `No digest given for the plan of ${taskId}; nothing was approved.`
        : `The plan of ${taskId} is not the one you gave (${short(seen)}); nothing was approved.`,
    next: [step('Read the current plan and approve it', 'task plan show', taskId)],
    kind: 'conflict',
  }),
  'task.plan-stale': ({ taskId }) => ({
    message: `The plan of ${taskId} was changed in the meantime; nothing was written.`,
    next: [step('Read the current plan and change it', 'task plan show', taskId)],
    kind: 'conflict',
  }),
  'task.double-key': ({ key }) => ({
    message: `Two of the tasks have the key "${short(key)}".`,
    hint: 'Give each its own key.',
    kind: 'usage',
  }),
  'task.not-replaced': ({ taskId }) => ({
    message: `${taskId} is not among the tasks being replaced.`,
    hint: 'Only open tasks below the one being replanned can be replaced.',
  }),
  'comment.not-found': ({ ref, taskId }) => ({
    message: `"${short(ref)}" does not match exactly one comment on ${taskId}.`,
    hint: 'Give another of its comments, or do not reply to one.',
    next: [step('See its comments', 'task comments', taskId)],
    kind: 'not-found',
  }),
  'task.claimed': ({ taskId, holder, expiresAt }) => ({
    message: `${taskId} is held by ${short(holder)}${expiresAt ? ` until ${tellTime(expiresAt)} unless renewed` : ''}.`,
    hint: 'Its holder can release it.',
    next: [step('Take another one', 'task ready'), step('A person may release it', 'task release', taskId, '--force')],
    kind: 'conflict',
  }),
  'task.not-ready': ({ taskId, reasons }) => ({
    message: `${taskId} is not ready: ${reasons.map((reason) => sayReason(reason, taskId)).join('; ')}.`,
    next: [...stepsTo(taskId, reasons), step('See what can be started', 'task ready')],
  }),
  'task.not-held': ({ taskId, holder }) => ({
    message: holder ? `${taskId} is held by ${short(holder)}, not by you.` : `Nobody has claimed ${taskId}.`,
    next: [
      holder === null
        ? step('Claim it to work on it', 'task claim', taskId)
        : step('See who holds it', 'task show', taskId),
    ],
    kind: 'conflict',
  }),
  'task.running': ({ taskId, stage }) =>
    stage === 'merging'
      ? {
          message: `${taskId} is in the merge queue.`,
          hint: 'Wait until it is merged, or withdraw its merge first.',
          next: [step('Withdraw its merge', 'merge cancel', taskId), step('See how far it is', 'merge show', taskId)],
          kind: 'conflict',
        }
      : {
          message: `An agent is working on ${taskId}.`,
          hint: 'Wait until it has ended, or stop its run first.',
          next: [step('See its runs', 'run list', '--task', taskId), step('Take another one', 'task ready')],
          kind: 'conflict',
        },
  'task.already-closed': ({ taskId }) => ({
    message: `${taskId} is already closed.`,
    next: [step('Reopen it', 'task reopen', taskId), step('Create a task for what is left', 'task create', '<title>')],
    kind: 'conflict',
  }),
  'task.not-closed': ({ taskId, status }) => ({
    message: `${taskId} is not closed: it is ${status}.`,
    next: [step('See its state', 'task show', taskId)],
    kind: 'conflict',
  }),
  'task.no-gate': ({ taskId }) => ({
    message: `${taskId} needs no approval: it is not a gate.`,
    next: [step('Make it a gate', 'task update', taskId, '--gate')],
  }),
  'task.status-by-verb': ({ status }) => ({
    message: `An update cannot set the status ${status}.`,
    next: [
      status === 'closed'
        ? step('Close the task', 'task close', '<task>')
        : step('Claim the task', 'task claim', '<task>'),
    ],
    kind: 'usage',
  }),
  'task.open-children': ({ taskId, count }) => ({
    message: `${taskId} has ${count} open ${count === 1 ? 'child' : 'children'}.`,
    next: [
      step('Close its children first', 'task list', '--parent', taskId),
      step('A person may close it anyway', 'task close', taskId, '--force'),
    ],
  }),
  'task.plan-not-approved': ({ taskId }) => ({
    message: `${taskId} requires an approved plan, and its current plan is not approved.`,
    next: [
      step('Let a person read and approve its plan', 'task plan show', taskId),
      step('A person may close it anyway', 'task close', taskId, '--force'),
    ],
  }),
  'task.unmet-dependencies': ({ taskId, on }) => ({
    message: `${taskId} still waits for ${on.map(sayBlocker).join(', ')}.`,
    hint: 'Finish those first.',
    next: [
      step('Cancel it', 'task close', taskId, '--outcome', 'cancelled'),
      step('A person may close it anyway', 'task close', taskId, '--force'),
    ],
  }),
  'task.people-only': ({ action }) => ({
    message: peopleOnly[action],
    hint: 'A person has to do this in their own shell or in the dashboard; tell them what you need.',
    kind: 'forbidden',
  }),
  'task.stale': ({ taskId, seen, revision, changes }) => ({
    message:
      seen > revision
        ? `${taskId} has no revision ${seen} yet: it is at ${revision}.`
        : `${taskId} has changed since revision ${seen} (it is at ${revision})${sayChanges(changes)}.`,
    next: [step('Read it again, then repeat the change', 'task show', taskId)],
    facts: { revision, changes },
    kind: 'conflict',
  }),
  'task.needed': ({ taskId, by }) => ({
    message: `${taskId} is needed by ${by.slice(0, 5).join(', ')}${by.length > 5 ? ` and ${by.length - 5} more` : ''}.`,
    next: [step('Remove the dependency', 'task dep remove', by[0] ?? '<task>', taskId)],
    kind: 'conflict',
  }),
  'task.empty-replan': ({ taskId }) => ({
    message: 'The new plan has no tasks; nothing was changed.',
    hint: 'To give up what is left of the old one, cancel its open tasks.',
    next: [step('See them', 'task list', '--under', taskId)],
    kind: 'usage',
  }),
  'task.nothing-named': ({ taskId }) => ({
    message: `No change given for ${taskId}.`,
    hint: 'Give a field and its new value; the status blocked also needs a reason.',
    next: [step('Change its priority, for example', 'task update', taskId, '--priority', 'P1')],
    kind: 'usage',
  }),
  'task.nothing-to-assign': ({ taskId, open }) => ({
    message:
      open === 0
        ? `${taskId} is an epic without open tasks below it, so there is nothing to assign.`
        : `Everything open below the epic ${taskId} has begun or needs you.`,
    next:
      open === 0
        ? [step('Add a task to it', 'task create', '<title>', '--parent', taskId)]
        : [step('See what is below it', 'task list', '--parent', taskId)],
  }),
  'task.no-project': ({ taskId }) => ({
    message: `${taskId} belongs to no project, so no agent can work on it.`,
    next: [
      step('Move it to a project', 'task update', taskId, '--project', '<project>'),
      step('See the projects', 'project list'),
      step('Add one', 'project add', '<path>'),
    ],
  }),
  'task.unknown-project': ({ ref, matches, meant }) => ({
    message:
      matches.length === 0
        ? `No project is called "${short(ref)}", and no id of one starts with it.`
        : `"${short(ref)}" matches several projects: ${matches.map((match) => short(match)).join(', ')}.`,
    hint: matches.length > 0 ? 'Type more of it.' : meant === undefined ? undefined : `Did you mean ${short(meant)}?`,
    next: [step('See the projects', 'project list')],
    kind: 'not-found',
  }),
  'task.cycle': ({ path, type, inTrash }) => ({
    message: `That (${type}) would create a dependency cycle: ${path.join(' → ')}.${sayTrashed(inTrash)}`,
    hint: type === 'parent-child' ? 'Name another parent.' : undefined,
    next: [
      type === 'parent-child'
        ? step('Give one of these another parent first', 'task update', '<task>', '--parent', '')
        : step('Remove one of these dependencies first', 'task dep remove', '<task>', '<task>'),
    ],
  }),
  'task.self-dependency': ({ taskId }) => ({
    message: `${taskId} cannot depend on itself.`,
    hint: 'Give two different tasks.',
  }),
  'task.too-deep': ({ taskId, limit }) => ({
    message: `${taskId} would be nested more than ${limit} levels deep.`,
    hint: 'Give it a parent higher up.',
  }),
  'task.no-dependency': ({ taskId, onId }) => ({
    message: `${taskId} does not depend on ${onId} in that way.`,
    next: [step('See what it depends on', 'task show', taskId)],
    kind: 'not-found',
  }),
  'task.out-of-reach': ({ taskId, own }) => ({
    message: `${short(taskId)} is out of reach: an agent sees its own task, ${own}, and related ones, and writes only to its own.`,
    hint: 'Leave out the id.',
    next: [step('See your task and related ones', 'task show', own)],
    kind: 'forbidden',
  }),
  'run.limit-reached': limitRefusal,
  'follow-up.not-found': ({ ref }) => ({
    message: `No follow-up id starts with "${short(ref)}".`,
    next: [step('See open follow-ups', 'task proposals')],
    kind: 'not-found',
  }),
  'follow-up.ambiguous': ({ ref, candidates }) => ({
    message: `"${short(ref)}" matches several follow-ups: ${candidates.join(', ')}.`,
    hint: 'Type more of the id.',
  }),
  'follow-up.decided': ({ id, state }) => ({
    message: `${id} has already been ${state}.`,
    next: [step('See open follow-ups', 'task proposals')],
    kind: 'conflict',
  }),
  'list.bad-cursor': () => ({
    message: 'The cursor does not belong to this list.',
    hint: 'Start without a cursor, with the same sort.',
    kind: 'usage',
  }),
  'list.too-many': ({ filter, count, limit }) => ({
    message: `Too many values of ${filter}: ${count}; the maximum is ${limit}.`,
    hint: 'Give fewer, or split them over several lists.',
    kind: 'usage',
  }),
  'list.bad-limit': ({ text }) => ({
    message: `"${short(text)}" is not a valid limit.`,
    hint: `It must be a whole number from 1 to ${mostRows}, or all.`,
    kind: 'usage',
  }),
  'list.bad-filter': ({ filter, text, known }) => ({
    message: `Unknown ${filter} "${short(text)}".`,
    hint: `${didYouMean(text, known)}Known: ${known.join(', ')}.`,
    kind: 'usage',
  }),
  'list.empty-filter': ({ filter }) => ({
    message: `The value of --${filter} is empty.`,
    hint: 'Leave the option out, or give the word none for tasks without one.',
    kind: 'usage',
  }),
  'query.wrong': ({ column, found, expected, known }) => ({
    message:
      column === 0
        ? `"${short(found)}" was given where ${oneOf(expected)} was expected.`
        : `The query is wrong at column ${column}: ${found === '' ? 'it ends' : `"${short(found)}" stands`} where ${oneOf(expected)} was expected.`,
    hint: `${didYouMean(found, known ?? [])}${column === 0 ? 'Use one of those.' : 'Write it like status = open and priority <= 1 and label = auth; quote text with spaces or symbols.'}`,
    kind: 'usage',
  }),
  'task.at-place': ({ place, taskId, failure }) => {
    const inner = taskRefusal(failure);
    const advice =
      failure.kind === 'task.cycle' ? { hint: 'Leave out one of these dependencies.', next: undefined } : {};
    const named = taskId !== undefined && inner.message.startsWith(`${taskId} `);
    const message = named ? place + inner.message.slice(taskId.length) : `${place}: ${inner.message}`;
    return { ...inner, ...advice, message: `${message} Nothing was written.` };
  },
  'task.bad-line': ({ problem }) => ({
    message: problem,
    hint: 'Correct that line and try again.',
    kind: 'usage',
  }),
  'import.invalid': ({ line, problem }) => ({
    message: `Line ${line} cannot be imported: ${problem}. Nothing was imported.`,
    hint: 'Correct that line, or export the file again, then import again.',
  }),
} satisfies RefusalMap<TaskFailure>;

const peopleOnly = {
  script: "Only a person may set a task's script.",
  'follow-up': 'Only a person may decide on a follow-up.',
  assign: 'Only a person may assign tasks to agents.',
  import: 'Only a person may import tasks.',
  check: "Only a person may set a task's check command.",
  'approve-plan': 'Only a person may approve a plan, or remove the need for one.',
  'approve-gate': 'Only a person may approve the result of a task, or remove the need for approval.',
  'release-unheld': "An agent's run may release only its own task.",
  delete: "An agent's run may not delete tasks.",
  restore: "An agent's run may not restore tasks.",
  undo: "An agent's run may not undo what others did.",
  replan: "An agent's run may not replan the work of others.",
} as const;

/** A failure of this room as every door shows it. What went wrong at a place keeps its own code. */
export function taskRefusal(failure: TaskFailure): Refusal {
  return toRefusal<TaskFailure>(taskRefusals, failure);
}

/** The same for a result. */
export function refuse<T>(result: Result<T, TaskFailure>): Result<T, Refusal> {
  return result.ok ? ok(result.value) : err(taskRefusal(result.error));
}

/** The same for one of several things that a line named: nothing of the line was done. */
export function refuseAll<T>(result: Result<T, TaskFailure>, asked: number): Result<T, Refusal> {
  const refused = refuse(result);
  if (refused.ok || asked < 2) return refused;
  return err({ ...refused.error, message: `${refused.error.message} Nothing was changed.` });
}

function sayTrashed(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return ` ${ids.join(', ')} ${ids.length === 1 ? 'is' : 'are'} in the trash, and would wait again if restored.`;
}

function sayInTrash(missed: MissedTask | undefined): string {
  const found = missed?.inTrash ?? [];
  return found.length === 0 ? '' : `, but one in the trash: ${found.map(sayCandidate).join(', ')}`;
}

function restoreStep(missed: MissedTask | undefined): readonly NextStep[] {
  const [deleted] = missed?.inTrash ?? [];
  return deleted ? [step('Restore it', 'task restore', deleted.id)] : [];
}

function stepsTo(taskId: string, reasons: readonly NotReadyReason[]): readonly NextStep[] {
  const lacking = reasons.find((reason) => reason.why === 'requires');
  return lacking === undefined
    ? [step('See what it waits for', 'task show', taskId)]
    : [step('Register an agent with this capability', 'agent register', lacking.holder, '--capability', '<word>')];
}

function sayNear(missed: MissedTask | undefined): string {
  const near = missed?.inTrash.length === 0 ? missed.near : [];
  return near.length === 0 ? '' : `Did you mean ${near.map(sayCandidate).join(' or ')}? `;
}

function sayPlanned(ref: string, planned: readonly string[]): string {
  const names = planned.slice(0, 10).map((name) => `"${short(name)}"`);
  return didYouMean(ref, planned) || `These are ${names.join(', ')}${planned.length > 10 ? ' and more' : ''}. `;
}

function sayCandidate({ id, title }: TaskCandidate): string {
  return `${id} (${short(title)})`;
}

function sayChanges(changes: readonly { field: string; before: unknown; after: unknown }[]): string {
  const told = changes.map(({ field, before, after }) => `${field} from ${say(before)} to ${say(after)}`);
  return told.length === 0 ? '' : `: ${told.join(', ')}`;
}

function say(value: unknown): string {
  return short(JSON.stringify(value) ?? 'nothing');
}

function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
