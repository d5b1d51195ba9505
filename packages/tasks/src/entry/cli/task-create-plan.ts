import { type CliAnswer, type CliContext, type CliInput, plainLine, type Style } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { decodeFile, parseMarkdownPlan } from '@cw/task-formats';
import { type PlannedTask, planTasks } from '../../commands/plan-tasks.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { detailFields } from '../../model/task-fields.ts';
import type { TaskView } from '../../model/task-view.ts';
import { rehearse, run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { tellDetail } from '../told-detail.ts';
import { acceptance, blocks, description, descriptionFile, needs, needsToo } from './common-options.ts';
import { detailOptions, otherDescriptions } from './detail-options.ts';
import { projectIn, tellOfNone } from './project-of.ts';
import { similarTo, tellSimilar } from './similar-note.ts';
import { typedDrafts } from './typed-drafts.ts';
import { parseJson } from './typed-json.ts';
import { typedLabels } from './typed-labels.ts';

/** `cw task create --from`: the tasks of a markdown or JSON plan, all of them or none. */
export async function createPlan(input: CliInput, context: CliContext, from: string): Promise<CliAnswer> {
  const extra = ofOneTask.find(
    (name) => input.flag(name) || input.option(name) !== undefined || input.optionList(name).length > 0,
  );
  const title = input.optionalArgument('title');
  if (extra !== undefined || (title !== undefined && title !== '-')) return notForPlans(extra);
  const tasks = await readPlan(context, from);
  if (!tasks.ok) return refuse(tasks);
  const dryRun = input.flag('dry-run');
  const here = (await context.folderProject())?.id;
  const wanted = { tasks: tasks.value.map((task) => withDefaults(task, input, here)), under: input.option('parent') };
  const made = await (dryRun ? rehearse : run)(context.workspace, planTasks, wanted, await context.act());
  if (!made.ok) return refuse(made);
  const items = made.value;
  await tellOfNone(input, context, items);
  const similar = await similarTo(context, items);
  tellSimilar(context, similar);
  return ok({
    data: { items, total: items.length, nextCursor: null, similar, ...(dryRun ? { dryRun } : {}) },
    ids: dryRun ? [] : items.map((task) => task.id),
    text: (style) =>
      [dryRun ? 'Would create (nothing was written):' : 'Created', ...planLines(items, { style, dryRun })].join('\n'),
  });
}

async function readPlan(context: CliContext, from: string): Promise<Result<readonly PlannedTask[], TaskFailure>> {
  const text = decodeFile(await context.readInput(from));
  if (!text.ok) return text;
  if (!from.endsWith('.json') && !/^\s*[[{]/.test(text.value)) return parseMarkdownPlan(text.value);
  const json = parseJson(text.value, from);
  const tasks = json.ok ? typedDrafts(json.value, from) : json;
  if (!tasks.ok || tasks.value.length > 0) return tasks;
  return err({ kind: 'task.bad-plan', path: from, problem: 'it contains no task' });
}

/** What the line says holds for each task that does not say otherwise; labels are added. */
function withDefaults(task: PlannedTask, input: CliInput, here: string | undefined): PlannedTask {
  const labels = [...(typedLabels(input) ?? []), ...(typedLabels(input, 'labels') ?? [])];
  return {
    ...task,
    priority: task.priority ?? input.option('priority'),
    type: task.type ?? input.option('type'),
    assignee: task.assignee ?? input.option('assignee'),
    project: task.project ?? projectIn(input),
    here,
    labels: [...(task.labels ?? []), ...labels],
    inheritLabels: task.inheritLabels ?? (input.flag('inherit-labels') ? true : undefined),
  };
}

/** Options that say something of one task only. */
const ofOneTask = [
  ...[description, descriptionFile, ...otherDescriptions, acceptance, ...detailOptions()],
  ...[needs, ...needsToo, blocks, { name: 'deps' }],
].map(({ name }) => name);

function notForPlans(option: string | undefined): CliAnswer {
  return err({
    code: 'usage.plan',
    message: option === undefined ? 'A plan has its own titles.' : `--${option} is for one task, not for a plan.`,
    hint: 'Write it into the plan. --from can be combined with --parent, --project, --priority, --type, --assignee, --label and --dry-run.',
    kind: 'usage',
  });
}

type Look = { readonly style: Style; readonly dryRun: boolean };

/** A line for each task, children below their parents, with what it needs. */
function planLines(tasks: readonly TaskView[], { style, dryRun }: Look): readonly string[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const depth = (task: TaskView): number => {
    const above = byId.get(task.parentId ?? '');
    return above ? depth(above) + 1 : 0;
  };
  return tasks.map((task) => {
    const needs = task.dependencies
      .filter(({ type }) => type !== 'parent-child')
      .map(({ id, type }) => `${type === 'blocks' ? 'needs' : type} ${plainLine(byId.get(id)?.title ?? id)}`);
    const texts = (['description', 'acceptance', 'design'] as const).flatMap((field) =>
      task[field] === '' ? [] : [`${field}: ${counted(task[field].split('\n').length)}`],
    );
    const details = detailFields().flatMap(({ field, kind, word }) => {
      const text = kind === 'text' ? '' : tellDetail(task[field]);
      return text === '' ? [] : [kind === 'flag' ? word : `${word}: ${oneLine(text)}`];
    });
    const facts = [task.priority, task.type, ...task.labels, ...needs, ...details, ...texts].join(' · ');
    const id = dryRun ? '' : `${style.cyan(task.id)}  `;
    return `${'  '.repeat(depth(task) + 1)}${id}${plainLine(task.title)}  ${style.dim(facts)}`;
  });
}

/** A command stands whole; of several lines the first, and how many there are. */
function oneLine(text: string): string {
  const [first = '', ...more] = text.trimEnd().split('\n');
  return `${plainLine(first)}${more.length === 0 ? '' : ` (${counted(more.length + 1)})`}`;
}

function counted(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
