import { type McpTool, type UserContext, userTool } from '@cw/entry/mcp';
import { z } from 'zod';
import { addCheckpoint } from '../../commands/add-checkpoint.ts';
import { addComment } from '../../commands/add-comment.ts';
import { addDependency } from '../../commands/add-dependency.ts';
import { claimTask } from '../../commands/claim-task.ts';
import { closeTask } from '../../commands/close-task.ts';
import { createTask } from '../../commands/create-task.ts';
import { releaseTask } from '../../commands/release-task.ts';
import { removeDependency } from '../../commands/remove-dependency.ts';
import { updateTask } from '../../commands/update-task.ts';
import { checkForAgents } from '../../model/people-only.ts';
import { type DetailField, detailFields } from '../../model/task-fields.ts';
import { checkpointTypes, dependencyTypes, taskOutcomes } from '../../model/task-view.ts';
import { hasProjects } from '../../queries/find-project.ts';
import { run } from '../../run.ts';
import { detailShape } from '../detail-shape.ts';
import { refuse } from '../refusals.ts';
import { changed, changedWithOthers, longText, ref, said, shortText, title } from './answers.ts';

const words = z.array(z.string().max(200)).max(100);
const word = z.string().max(200);

const object = z.record(z.string(), z.unknown());

type Say = <Schema extends z.ZodType>(schema: Schema, hint: string) => Schema;

/**
 * What is written of a task, all but what only people set.
 * @param say puts a hint to a field.
 */
function fieldShape(say: Say) {
  const text = ({ help }: DetailField) => say(shortText.optional(), help);
  return {
    description: longText.optional(),
    acceptance: say(longText.optional(), 'when it is done'),
    type: say(word.optional(), 'task, bug, feature, epic, chore, …'),
    priority: say(word.optional(), 'P0 to P3'),
    assignee: word.optional(),
    project: word.optional(),
    ...detailShape({
      text: () => longText.optional(),
      line: text,
      word: text,
      choice: ({ words: known }) => say(word.optional(), known.join(', ')),
      minutes: () => say(word.optional(), '90m, 2h, 3d'),
      date: ({ help }) => say(word.optional(), help),
      flag: ({ help }) => say(z.boolean().optional(), help),
      list: ({ help }) => say(words.optional(), help),
      object: () => object.optional(),
    }),
  };
}

/** Told with one of the tools that take them: an agent pays for every word. */
const fields = fieldShape((schema, hint) => schema.describe(hint));
const sameFields = fieldShape((schema) => schema);

/** How a person's own agent keeps the tracker: as that person, but for what is theirs to decide. */
export const userWritingTools: readonly McpTool<UserContext>[] = [
  userTool({
    name: 'task_create',
    description: 'Create a task.',
    input: z.object({
      title,
      ...fields,
      labels: words.optional(),
      parent: ref.optional(),
      inheritLabels: z.boolean().optional().describe('those of the parent'),
      needs: words.optional().describe('ids of tasks that must be done first'),
      blocks: words.optional().describe('ids of tasks that wait for it'),
      discoveredFrom: ref.optional().describe('the task during which it was found'),
    }),
    readOnly: false,
    run: async ({ discoveredFrom, ...input }, context) => {
      const { workspace, act } = context;
      const here = (await context.folderProject())?.id;
      const dependencies =
        discoveredFrom === undefined ? [] : [{ on: discoveredFrom, type: 'discovered-from' as const }];
      const made = await run(workspace, createTask, { ...input, here, dependencies }, act);
      if (!made.ok || made.value.projectId !== null) return said(made, (task) => changed(task, 'Created'));
      const none = (await hasProjects(workspace.storage.read))
        ? ' It has no project, which an agent of cw needs: task_update sets it.'
        : '';
      return said(made, (task) => ({ ...changed(task, 'Created'), text: `${changed(task, 'Created').text}${none}` }));
    },
  }),
  userTool({
    name: 'task_update',
    description: 'Change fields of a task, as in task_create; omitted fields are kept, "" clears one.',
    input: z.object({
      id: ref,
      title: title.optional(),
      ...sameFields,
      setMetadata: object.optional().describe('keys to set; null removes one'),
      addLabels: words.optional(),
      removeLabels: words.optional(),
      parent: ref.optional(),
      status: z.enum(['open', 'blocked']).optional(),
      reason: longText.optional().describe('with blocked'),
      revision: z.number().int().optional().describe('refuse if it has changed since'),
    }),
    readOnly: false,
    run: async ({ id, ...input }, { workspace, holder, act }) => {
      const changes = withoutEmpty(input);
      const allowed = refuse(checkForAgents(changes));
      if (!allowed.ok) return allowed;
      const updated = await run(workspace, updateTask, { ...changes, task: id, holder }, act);
      return said(updated, (task) => changed(task, 'Updated'));
    },
  }),
  userTool({
    name: 'task_claim',
    description: 'Claim a ready task. It stays yours while this session lives.',
    input: z.object({ id: ref }),
    readOnly: false,
    run: async ({ id }, { workspace, holder, act }) =>
      said(await run(workspace, claimTask, { task: id, holder }, act), (task) => changed(task, 'Claimed')),
  }),
  userTool({
    name: 'task_release',
    description: 'Release a task that you claimed.',
    input: z.object({ id: ref }),
    readOnly: false,
    run: async ({ id }, { workspace, holder, act }) =>
      said(await run(workspace, releaseTask, { task: id, holder }, act), (task) => changed(task, 'Released')),
  }),
  userTool({
    name: 'task_close',
    description: 'Close a task with its result.',
    input: z.object({ id: ref, outcome: z.enum(taskOutcomes).optional(), reason: longText.optional() }),
    readOnly: false,
    run: async ({ id, ...how }, { workspace, holder, act }) =>
      said(await run(workspace, closeTask, { ...how, task: id, holder }, act), (task) =>
        changedWithOthers(task, 'Closed'),
      ),
  }),
  userTool({
    name: 'task_dep',
    description: 'Make a task depend on another one, or with remove, no longer.',
    input: z.object({
      id: ref,
      needs: ref,
      type: z.enum(dependencyTypes).optional().describe('default blocks'),
      remove: z.boolean().optional(),
    }),
    readOnly: false,
    run: async ({ id, needs, type, remove }, { workspace, act }) => {
      const change = remove ? removeDependency : addDependency;
      const done = await run(workspace, change, { task: id, on: needs, type }, act);
      return said(done, (task) => changed(task, remove ? 'Freed' : 'Linked'));
    },
  }),
  userTool({
    name: 'task_comment',
    description: 'Comment on a task.',
    input: z.object({ id: ref, text: longText }),
    readOnly: false,
    run: async ({ id, text }, { workspace, act }) => {
      const comment = await run(workspace, addComment, { task: id, text }, act);
      return said(comment, (made) => ({ text: 'Commented.', structured: { ok: true, commentId: made.id } }));
    },
  }),
  userTool({
    name: 'task_checkpoint_add',
    description: 'Record a point another session can continue from.',
    input: z.object({ id: ref, type: z.enum(checkpointTypes).optional(), text: longText, files: words.optional() }),
    readOnly: false,
    run: async ({ id, type, text, files }, { workspace, act }) => {
      const added = await run(workspace, addCheckpoint, { task: id, type, text, files }, act);
      return said(added, ({ sequence }) => ({
        text: `Checkpoint ${sequence}.`,
        structured: { ok: true, sequence },
      }));
    },
  }),
];

/** An empty text takes away what can be left out, as null does. */
function withoutEmpty<Input extends object>(input: Input): Input {
  const emptied = Object.entries(input).map(([name, value]) => [
    name,
    value === '' && canBeNone.has(name) ? null : value,
  ]);
  return Object.fromEntries(emptied) as Input;
}

const canBeNone = new Set<string>(['assignee', 'parent', 'project', ...detailFields().map((row) => row.said)]);
