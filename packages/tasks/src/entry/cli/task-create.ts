import type { CliAnswer, CliContext, CliInput, CliOutput, Refusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { NeededTask } from '@cw/task-formats';
import { type CreateTaskInput, createTask } from '../../commands/create-task.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { type DependencyType, dependencyTypes, type TaskView } from '../../model/task-view.ts';
import { rehearse, run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { lacksProject, projectIn, tellOfNone } from './project-of.ts';
import { similarTo, tellSimilar } from './similar-note.ts';
import { taskAnswer } from './task-answer.ts';
import { typedDescription, typedDetails } from './typed-input.ts';
import { typedLabels } from './typed-labels.ts';

/** `cw task create`: one task, or those of a plan. */
export async function taskCreate(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const title = input.optionalArgument('title');
  const from = input.option('from') ?? (title === '-' ? title : undefined);
  if (from !== undefined) return (await import('./task-create-plan.ts')).createPlan(input, context, from);
  const made = input.flag('edit')
    ? await createEdited(input, context, title)
    : title === undefined
      ? noTitle
      : await createTyped(input, context, title);
  if (!made.ok) return made;
  const { task, output } = made.value;
  if (input.flag('dry-run') || !(await lacksProject(input, context, task))) return ok(output);
  if (context.json || context.quiet) await tellOfNone(input, context, [task]);
  return ok({ ...output, text: (style) => `${output.text(style)}\n${noProject(task.id)}` });
}

/** The title and the description as a person writes them in their editor; what is refused is kept in its file. */
async function createEdited(input: CliInput, context: CliContext, title = ''): Promise<Result<Made, Refusal>> {
  const given = await typedDescription(input, context);
  if (!given.ok) return refuse(given);
  const edited = await (await import('./edited-words.ts')).editWords(context, {
    title,
    description: given.value ?? '',
  });
  if (!edited.ok) return edited;
  const { done, kept, ...words } = edited.value;
  const made = await createTyped(input, context, words.title, words.description);
  if (!made.ok) return err(kept(made.error));
  if (!input.flag('dry-run')) done();
  return made;
}

/** `cw task quick`: writes a task and prints its id, nothing else. */
export async function taskQuick(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const made = await createTyped(input, context, input.argumentList('title').join(' '));
  if (!made.ok) return made;
  const { task, output } = made.value;
  await tellOfNone(input, context, [task]);
  return ok({ ...output, text: () => task.id });
}

type Made = { readonly task: TaskView; readonly output: CliOutput };

/** @param description in the place of what the line says of it */
async function createTyped(
  input: CliInput,
  context: CliContext,
  title: string,
  description?: string,
): Promise<Result<Made, Refusal>> {
  const wanted = await readCreate(input, context, title);
  if (!wanted.ok) return refuse(wanted);
  const dryRun = input.flag('dry-run');
  const asked = description === undefined ? wanted.value : { ...wanted.value, description };
  const created = await (dryRun ? rehearse : run)(context.workspace, createTask, asked, await context.act());
  if (!created.ok) return refuse(created);
  const task = created.value;
  const similar = await similarTo(context, [task]);
  tellSimilar(context, similar);
  const answer = taskAnswer(task, dryRun ? 'Would create' : 'Created');
  const data = { ...task, similar: similar.flatMap((pair) => pair.like), ...(dryRun ? { dryRun } : {}) };
  return ok({ task, output: { ...answer, data, ...(dryRun ? { ids: [] } : {}) } });
}

/** What a line says of a new task. */
export async function readCreate(
  input: CliInput,
  context: CliContext,
  title: string,
): Promise<Result<CreateTaskInput, TaskFailure>> {
  const description = await typedDescription(input, context);
  if (!description.ok) return description;
  const details = await typedDetails(input, context);
  if (!details.ok) return details;
  const dependencies = typedDependencies(input.optionList('deps'));
  if (!dependencies.ok) return dependencies;
  return ok({
    ...details.value,
    title,
    description: description.value,
    acceptance: input.option('acceptance'),
    priority: input.option('priority'),
    type: input.option('type'),
    labels: [...(typedLabels(input) ?? []), ...(typedLabels(input, 'labels') ?? [])],
    assignee: input.option('assignee'),
    parent: input.option('parent'),
    project: projectIn(input),
    here: (await context.folderProject())?.id,
    needs: ['needs', 'depends-on', 'blocked-by'].flatMap((name) => separate(input.optionList(name))),
    blocks: separate(input.optionList('blocks')),
    dependencies: dependencies.value,
    inheritLabels: input.flag('inherit-labels') ? true : undefined,
  });
}

function separate(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(',')).map((text) => text.trim());
}

/** `type:id`, or an id alone, several times or separated by commas. */
function typedDependencies(given: readonly string[]): Result<readonly NeededTask[], TaskFailure> {
  const needed: NeededTask[] = [];
  for (const text of given.flatMap((one) => one.split(','))) {
    const [, word, on = ''] = /^(?:([a-z-]+):)?(.*)$/.exec(text.trim()) ?? [];
    const type = dependencyTypes.find((known) => known === word);
    if (word !== undefined && type === undefined) return unknownType(word, dependencyTypes);
    needed.push({ on: on.trim(), type });
  }
  return ok(needed);
}

function unknownType(text: string, known: readonly DependencyType[]): Result<never, TaskFailure> {
  return err({ kind: 'list.bad-filter', filter: 'type of dependency', text, known });
}

/** Said where there are several projects, and neither the line nor the folder tells which; a workspace's only one need not be told. */
function noProject(id: string): string {
  return `It has no project yet, and agents only work in projects: cw task update ${id} --project <project> (cw project list shows them)`;
}

const noTitle = err({
  code: 'usage.invalid',
  message: 'No title given.',
  hint: 'Say in one line what to do: cw task create "Fix the login redirect". Or write it in your editor with --edit, or give a plan with --from.',
  kind: 'usage',
} satisfies Refusal);
