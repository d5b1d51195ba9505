import { limitRefusal, type Refusal, type RefusalMap, toRefusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { MissedTask, TaskCandidate, TaskFailure } from '../model/task-failure.ts';
import { mostRows } from '../queries/cursor.ts';
import { sayBlocker, sayReason, short } from './say-reason.ts';
import { didYouMean, textRefusals } from './text-refusals.ts';

const refusals = {
  'task.not-found': ({ ref, missed, planned }) => ({
    message: `No task's id begins with "${short(ref)}"${planned === undefined ? '' : ', and none of these tasks is called so'}${sayInTrash(missed)}.`,
    hint: `${planned === undefined ? '' : sayPlanned(ref, planned)}${sayNear(missed)}cw task list --all shows every task with its id.`,
    facts: missed,
    kind: 'not-found',
  }),
  'task.ambiguous': ({ ref, candidates }) => ({
    message: `"${short(ref)}" begins several ids: ${candidates.slice(0, 5).map(sayCandidate).join(', ')}${candidates.length > 5 ? ' and more' : ''}.`,
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
    hint: `cw task list --parent ${taskId} shows its children. --cascade puts all of them into the trash with it; cw task restore brings them back.`,
  }),
  'task.not-deleted': ({ taskId }) => ({
    message: `${taskId} is not in the trash.`,
    hint: `cw task show ${taskId} shows it.`,
    kind: 'conflict',
  }),
  'task.cannot-undo': ({ taskId }) => ({
    message: `What was done to ${taskId} cannot be taken back as one step.`,
    hint: `cw task history ${taskId} shows what it was before.`,
    kind: 'conflict',
  }),
  'task.parent-deleted': ({ taskId, parentId }) => ({
    message: `The parent of ${taskId}, ${parentId}, is in the trash too.`,
    hint: `Restore that one first: cw task restore ${parentId}.`,
    kind: 'conflict',
  }),
  'task.no-plan': ({ taskId }) => ({
    message: `${taskId} has no plan.`,
    hint: `Write one: cw task plan set ${taskId} --goal … --approach … --step …`,
    kind: 'not-found',
  }),
  'task.plan-changed': ({ taskId, seen }) => ({
    message:
      seen === ''
        ? `Which plan of ${taskId} is approved was not said; nothing was approved.`
        : `The plan of ${taskId} is not the one you name (${short(seen)}); nothing was approved.`,
    hint: `Read what it says now: cw task plan show ${taskId}. It ends with the line that approves exactly what it shows.`,
    kind: 'conflict',
  }),
  'task.plan-stale': ({ taskId }) => ({
    message: `The plan of ${taskId} was changed meanwhile; nothing was written.`,
    hint: `Read what it says now, and change that: cw task plan show ${taskId}.`,
    kind: 'conflict',
  }),
  'task.double-key': ({ key }) => ({
    message: `Two of the tasks have the key "${short(key)}".`,
    hint: 'Give each a key of its own.',
    kind: 'usage',
  }),
  'task.not-replaced': ({ taskId }) => ({
    message: `${taskId} is not among what is replaced.`,
    hint: 'Only open tasks below the one that is planned anew can be replaced.',
  }),
  'comment.not-found': ({ ref, taskId }) => ({
    message: `No one comment on ${taskId} has an id that begins with "${short(ref)}".`,
    hint: `cw task comments ${taskId} tells the ids of its comments.`,
    kind: 'not-found',
  }),
  'task.claimed': ({ taskId, holder, expiresAt }) => ({
    message: `${taskId} is held by ${short(holder)}${expiresAt ? ` until ${expiresAt} unless renewed` : ''}.`,
    hint: `Take another one: cw task ready. Its holder gives it back with cw task release ${taskId}; a person may take it back with --force.`,
    kind: 'conflict',
  }),
  'task.not-ready': ({ taskId, reasons }) => ({
    message: `${taskId} is not ready: ${reasons.map((reason) => sayReason(reason, taskId)).join('; ')}.`,
    hint: `cw task show ${taskId} shows what it waits for; cw task ready lists what can be started.`,
  }),
  'task.not-held': ({ taskId, holder }) => ({
    message: holder ? `${taskId} is held by ${short(holder)}, not by you.` : `${taskId} is not claimed by anybody.`,
    hint: `cw task show ${taskId} shows who holds it.`,
    kind: 'conflict',
  }),
  'task.running': ({ taskId }) => ({
    message: `A run or the merge queue is at work on ${taskId}.`,
    hint: `Wait for it, or stop its run first: cw run list --task ${taskId}, then cw run stop <run>.`,
    kind: 'conflict',
  }),
  'task.already-closed': ({ taskId }) => ({
    message: `${taskId} is closed already.`,
    hint: `cw task reopen ${taskId} opens it again.`,
    kind: 'conflict',
  }),
  'task.not-closed': ({ taskId, status }) => ({
    message: `${taskId} is not closed: it is ${status}.`,
    hint: `cw task show ${taskId} shows where it stands.`,
    kind: 'conflict',
  }),
  'task.no-gate': ({ taskId }) => ({
    message: `Nothing waits for an approval of ${taskId}: it is no gate.`,
    hint: `cw task update ${taskId} --gate makes it one.`,
  }),
  'task.status-by-verb': ({ status }) => ({
    message: `The status ${status} is not set by an update.`,
    hint:
      status === 'closed' ? 'Use cw task close <task>.' : 'Use cw task claim <task>, or --claim in place of --status.',
    kind: 'usage',
  }),
  'task.open-children': ({ taskId, count }) => ({
    message: `${taskId} has ${count} open ${count === 1 ? 'child' : 'children'}.`,
    hint: `Close them first (cw task list --parent ${taskId}), or close it alone with --force.`,
  }),
  'task.plan-not-approved': ({ taskId }) => ({
    message: `${taskId} is to be done as a plan says, and what its plan says now is not approved.`,
    hint: `cw task plan show ${taskId} shows it, with the line that approves it. A person may also close it with --force.`,
  }),
  'task.unmet-dependencies': ({ taskId, on }) => ({
    message: `${taskId} still waits for ${on.map(sayBlocker).join(', ')}.`,
    hint: 'Finish those first, give it up with --outcome cancelled, or close it all the same with --force.',
  }),
  'task.people-only': ({ action }) => ({
    message: peopleOnly[action],
    hint: 'A person does this in a shell of their own or in the dashboard.',
    kind: 'forbidden',
  }),
  'task.stale': ({ taskId, seen, revision, changes }) => ({
    message:
      seen > revision
        ? `${taskId} has no revision ${seen} yet: it is at ${revision}.`
        : `${taskId} has changed since revision ${seen} (it is at ${revision})${sayChanges(changes)}.`,
    hint: 'Look at it again and repeat the change on what is there now.',
    facts: { revision, changes },
    kind: 'conflict',
  }),
  'task.nothing-named': ({ taskId }) => ({
    message: `What is to change about ${taskId} was not said.`,
    hint: `Name a field, such as --priority P1; cw task update --help lists them. --reason goes with --status blocked.`,
    kind: 'usage',
  }),
  'task.no-project': ({ taskId }) => ({
    message: `${taskId} belongs to no project, so no agent can work on it.`,
    hint: `cw task update ${taskId} --project <project>; cw project list shows them, cw project add <path> adds one.`,
  }),
  'task.unknown-project': ({ ref }) => ({
    message: `There is no one project "${short(ref)}".`,
    hint: 'cw project list shows the projects.',
    kind: 'not-found',
  }),
  'task.cycle': ({ path, type, inTrash }) => ({
    message: `That (${type}) would make tasks wait for each other in a circle: ${path.join(' → ')}.${sayTrashed(inTrash)}`,
    hint:
      type === 'parent-child'
        ? 'Name another parent, or first take one of these from under its own: cw task update <task> --parent "".'
        : 'Take out one of these dependencies first: cw task dep remove.',
  }),
  'task.self-dependency': ({ taskId }) => ({
    message: `${taskId} cannot depend on itself.`,
    hint: 'Name two different tasks.',
  }),
  'task.too-deep': ({ taskId, limit }) => ({
    message: `${taskId} would be nested more than ${limit} levels deep.`,
    hint: 'Give it a parent further up.',
  }),
  'task.no-dependency': ({ taskId, onId }) => ({
    message: `${taskId} does not depend on ${onId} in that way.`,
    hint: `cw task dep list ${taskId} shows what it depends on.`,
    kind: 'not-found',
  }),
  'task.out-of-reach': ({ taskId, own }) => ({
    message: `${short(taskId)} is out of your reach: an agent sees its own task, ${own}, with what surrounds it, and writes to its own only.`,
    hint: 'Leave out the id. What surrounds your task is part of its answer.',
    kind: 'forbidden',
  }),
  'run.limit-reached': limitRefusal,
  'follow-up.not-found': ({ ref }) => ({
    message: `No follow-up's id begins with "${short(ref)}".`,
    hint: 'cw task proposals lists them.',
    kind: 'not-found',
  }),
  'follow-up.ambiguous': ({ ref, candidates }) => ({
    message: `"${short(ref)}" begins several follow-ups: ${candidates.join(', ')}.`,
    hint: 'Type more of the id.',
  }),
  'follow-up.decided': ({ id, state }) => ({
    message: `${id} was ${state} already.`,
    hint: 'cw task proposals lists those that wait.',
    kind: 'conflict',
  }),
  'list.bad-cursor': () => ({
    message: 'The cursor does not belong to this list.',
    hint: 'Start without --cursor, with the same sort.',
    kind: 'usage',
  }),
  'list.too-many': ({ filter, count, limit }) => ({
    message: `${count} values of ${filter} were asked for; ${limit} are the most.`,
    hint: 'Ask for fewer, or in several lists.',
    kind: 'usage',
  }),
  'list.bad-limit': ({ text }) => ({
    message: `"${short(text)}" is no limit.`,
    hint: `A limit is a whole number from 1 to ${mostRows}, or all.`,
    kind: 'usage',
  }),
  'list.bad-filter': ({ filter, text, known }) => ({
    message: `"${short(text)}" is no ${filter}.`,
    hint: `${didYouMean(text, known)}Known: ${known.join(', ')}.`,
    kind: 'usage',
  }),
  'query.wrong': ({ column, found, expected, known }) => ({
    message:
      column === 0
        ? `"${short(found)}" was given where ${oneOf(expected)} was expected.`
        : `The query is wrong at column ${column}: ${found === '' ? 'it ends' : `"${short(found)}" stands`} where ${oneOf(expected)} was expected.`,
    hint: `${didYouMean(found, known ?? [])}${column === 0 ? 'Say it that way.' : 'cw task query --help shows how queries are written; text with blanks or signs in it is quoted.'}`,
    kind: 'usage',
  }),
  'task.at-place': ({ place, taskId, failure }) => {
    const inner = taskRefusal(failure);
    const hint = failure.kind === 'task.cycle' ? 'Leave out one of these dependencies.' : inner.hint;
    const named = taskId !== undefined && inner.message.startsWith(`${taskId} `);
    const message = named ? place + inner.message.slice(taskId.length) : `${place}: ${inner.message}`;
    return { ...inner, hint, message: `${message} Nothing was written.` };
  },
  'task.bad-line': ({ problem }) => ({
    message: problem,
    hint: 'Correct that line and try again.',
    kind: 'usage',
  }),
  'import.invalid': ({ line, problem }) => ({
    message: `Line ${line} cannot be imported: ${problem}. Nothing was imported.`,
    hint: 'Correct that line, or export the file anew, and import again.',
  }),
} satisfies RefusalMap<TaskFailure>;

const peopleOnly = {
  script: 'Only a person may set the script of a task.',
  'follow-up': 'Only a person may decide on a follow-up.',
  assign: 'Only a person may assign tasks to agents.',
  import: 'Only a person may import tasks.',
  check: 'Only a person may set the check command of a task.',
  'approve-plan': 'Only a person may approve a plan, or say that a task needs none.',
  'approve-gate': 'Only a person may approve what came of a task, or say that it need not be approved.',
  'release-unheld': "An agent's run may give back only its own task.",
  delete: "An agent's run may not delete tasks.",
  restore: "An agent's run may not restore tasks.",
  undo: "An agent's run may not take back what others did.",
  replan: "An agent's run may not plan the work of others anew.",
} as const;

/** A failure of this room as every door shows it. What went wrong at a place keeps its own code. */
export function taskRefusal(failure: TaskFailure): Refusal {
  return toRefusal<TaskFailure>(refusals, failure);
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
  return ` ${ids.join(', ')} ${ids.length === 1 ? 'is' : 'are'} in the trash, and would wait again when restored.`;
}

function sayInTrash(missed: MissedTask | undefined): string {
  const found = missed?.inTrash ?? [];
  return found.length === 0 ? '' : `, but one in the trash: ${found.map(sayCandidate).join(', ')}`;
}

function sayNear(missed: MissedTask | undefined): string {
  const [deleted] = missed?.inTrash ?? [];
  if (deleted) return `cw task restore ${deleted.id} brings it back. `;
  const near = missed?.near ?? [];
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
