import type { CliCommand, CliContext, CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { detailsOf } from '@cw/task-formats';
import { addArtifact } from '../../commands/add-artifact.ts';
import { addComment } from '../../commands/add-comment.ts';
import { addDependency } from '../../commands/add-dependency.ts';
import { assignTasks } from '../../commands/assign-tasks.ts';
import { claimTask } from '../../commands/claim-task.ts';
import { closeEach } from '../../commands/close-tasks.ts';
import { createTask } from '../../commands/create-task.ts';
import { releaseTask } from '../../commands/release-task.ts';
import { removeDependency } from '../../commands/remove-dependency.ts';
import { reopenTasks } from '../../commands/reopen-task.ts';
import type { BatchStep } from '../../commands/run-batch.ts';
import type { TaskResult } from '../../commands/task-work.ts';
import { deleteTasks, restoreTasks } from '../../commands/trash-tasks.ts';
import { updateTask } from '../../commands/update-task.ts';
import type { TaskHolder } from '../../model/claim-rules.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { decidingCommands } from './deciding-commands.ts';
import { linkingCommands } from './linking-commands.ts';
import { readArtifact } from './task-artifact.ts';
import { readClose, readReopen } from './task-close.ts';
import { readComment } from './task-comment.ts';
import { readCreate } from './task-create.ts';
import { readEdges } from './task-dep.ts';
import { readLabels } from './task-label.ts';
import { readUpdates } from './task-update.ts';
import { workCommands } from './work-commands.ts';
import { writingCommands } from './writing-commands.ts';

type Run = BatchStep['run'];
export type Around = { readonly context: CliContext; readonly holder: TaskHolder };
type Op = (input: CliInput, around: Around) => Promise<Result<Run, TaskFailure>> | Result<Run, TaskFailure>;

const ops: Readonly<Record<string, Op>> = {
  create: (input, { context }) => create(input, context, input.optionalArgument('title') ?? ''),
  quick: (input, { context }) => create(input, context, input.argumentList('title').join(' ')),
  update: async (input, { context, holder }) => {
    const wanted = await readUpdates(input, context, holder);
    return wanted.ok ? ok(each(wanted.value, updateTask)) : wanted;
  },
  claim: (input, { holder }) => ok(each([{ task: input.argument('task'), holder }], claimTask)),
  release: (input, { holder }) =>
    ok(each([{ task: input.argument('task'), holder, force: input.flag('force') }], releaseTask)),
  close: (input, { holder }) => {
    const wanted = readClose(input, holder);
    return ok(async (store, act) => {
      const closed = await closeEach(store, wanted, act);
      return closed.ok ? ok(closed.value.done) : closed;
    });
  },
  reopen: (input) =>
    ok(async (store, act) => idsOf(await reopenTasks(store, readReopen(input), act), (tasks) => tasks)),
  comment: async (input, { context }) => {
    const wanted = await readComment(input, context);
    return wanted.ok ? ok(each([wanted.value], addComment)) : wanted;
  },
  'label add': (input, { holder }) => ok(each([readLabels(input, 'add', holder)], updateTask)),
  'label remove': (input, { holder }) => ok(each([readLabels(input, 'remove', holder)], updateTask)),
  'artifact add': (input) => ok(each([readArtifact(input)], addArtifact)),
  'dep add': (input) => edges(input, addDependency),
  'dep remove': (input) => edges(input, removeDependency),
  assign: (input) => {
    const wanted = { tasks: input.argumentList('tasks'), to: input.option('to') };
    return ok(async (store, act) => idsOf(await assignTasks(store, wanted, act), (tasks) => tasks));
  },
  delete: (input, { holder }) => {
    const wanted = { tasks: input.argumentList('tasks'), cascade: input.flag('cascade'), holder };
    return ok(async (store, act) => idsOf(await deleteTasks(store, wanted, act), ({ deleted }) => deleted));
  },
  restore: (input) => {
    const wanted = { tasks: input.argumentList('tasks') };
    return ok(async (store, act) => idsOf(await restoreTasks(store, wanted, act), ({ restored }) => restored));
  },
};

/** The commands whose lines a batch takes, by the words that name them there. */
export const batchCommands: ReadonlyMap<string, { readonly op: string; readonly command: CliCommand }> = new Map(
  [...writingCommands, ...linkingCommands, ...workCommands, ...decidingCommands].flatMap((command) => {
    const op = command.path.slice(command.path[0] === 'task' ? 1 : 0).join(' ');
    if (!(op in ops)) return [];
    const names = [op, ...(command.aliases ?? []).map((alias) => alias.replace(/^task /, ''))];
    return names.map((name) => [name, { op, command }] as const);
  }),
);

const notHere = ['from', 'edit', 'dry-run', 'suggest-next'];
const texts = ['description', 'body', ...detailsOf('text').map(({ word }) => word)];
const fromInput = [...texts, ...texts.map((word) => `${word}-file`), 'message', 'file'];

/** What a line of a batch does, or what is wrong with it. */
export async function batchRun(op: string, input: CliInput, around: Around): Promise<Result<Run, TaskFailure>> {
  const odd = notHere.find((name) => input.flag(name) || input.option(name) !== undefined);
  if (odd !== undefined) return err({ kind: 'task.bad-line', problem: `--${odd} cannot be used in a batch.` });
  const piped = fromInput.find((name) => input.option(name) === '-');
  if (piped !== undefined || (op === 'comment' && input.argumentList('text').join(' ') === '-')) {
    return err({ kind: 'task.bad-line', problem: 'A line of a batch cannot read standard input (-).' });
  }
  const known = ops[op];
  if (known === undefined) throw new Error(`a batch has no ${op}`);
  return known(input, around);
}

async function create(input: CliInput, context: CliContext, title: string): Promise<Result<Run, TaskFailure>> {
  const wanted = await readCreate(input, context, title);
  return wanted.ok ? ok(each([wanted.value], createTask)) : wanted;
}

function edges(input: CliInput, change: typeof addDependency): Result<Run, TaskFailure> {
  const wanted = readEdges(input, change);
  if (wanted.ok) return ok(each(wanted.value, change));
  return err({ kind: 'task.bad-line', problem: wanted.error.message });
}

type Command<Input> = (
  store: Parameters<Run>[0],
  input: Input,
  act: Parameters<Run>[1],
) => Promise<TaskResult<{ id: string }>>;

/** One command for each of several inputs. */
function each<Input>(inputs: readonly Input[], command: Command<Input>): Run {
  return async (store, act) => {
    const ids: string[] = [];
    for (const input of inputs) {
      const done = await command(store, input, act);
      if (!done.ok) return done;
      ids.push(done.value.id);
    }
    return ok(ids);
  };
}

function idsOf<T>(
  done: TaskResult<T>,
  tasksOf: (value: T) => readonly { readonly id: string }[],
): TaskResult<readonly string[]> {
  return done.ok ? ok(tasksOf(done.value).map(({ id }) => id)) : done;
}
