import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, ok, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { TaskFailure } from '../../model/task-failure.ts';
import { dependencyTypes, type TaskView, taskOutcomes, taskStatuses, waitGates } from '../../model/task-view.ts';
import type { TasksModule } from '../../tasks.module.ts';
import { detailShape } from '../detail-shape.ts';
import { refuse } from '../refusals.ts';
import { bulkProcedures } from './bulk-procedures.ts';
import { graphProcedures } from './graph-procedures.ts';
import { panelProcedures } from './panel-procedures.ts';

const text = z.string().max(300_000);
const word = z.string().max(5_000);
const words = z.array(word).max(100);
const object = z.record(z.string(), z.unknown());
const ref = z.object({ id: word });
const page = { limit: z.number().int().min(1).max(1000).optional(), cursor: word.optional() };

const orNone = () => word.nullable().optional();
const details = detailShape({
  text: () => text.optional(),
  shell: () => text.nullable().optional(),
  line: orNone,
  word: orNone,
  choice: orNone,
  minutes: orNone,
  date: orNone,
  flag: () => z.boolean().optional(),
  list: () => z.array(word).max(500).optional(),
  object: () => object.nullable().optional(),
});

const edge = { on: word, type: z.enum(dependencyTypes).optional(), gate: z.enum(waitGates).optional() };

const fields = {
  ...details,
  setMetadata: object.optional(),
  description: text.optional(),
  acceptance: text.optional(),
  priority: word.optional(),
  type: word.optional(),
  labels: words.optional(),
};

const listInput = (named: NamedInputs) =>
  z.object({
    status: z.array(z.enum(taskStatuses)).optional(),
    state: words.optional(),
    priority: words.optional(),
    type: words.optional(),
    labels: words.optional(),
    assignee: word.optional(),
    projectId: named.project.optional(),
    parentId: named.task.optional(),
    text: word.optional(),
    all: z.boolean().optional(),
    deleted: z.boolean().optional(),
    sort: word.optional(),
    ...page,
  });

const inputs = {
  ready: z.object({ ...page, all: z.boolean().optional() }),
  explain: z.object({ ...page, waiting: z.boolean().optional() }),
  create: z.object({
    title: text,
    ...fields,
    assignee: word.optional(),
    parent: word.optional(),
    project: word.nullable().optional(),
    needs: words.optional(),
    dependencies: z.array(z.object(edge)).max(100).optional(),
    inheritLabels: z.boolean().optional(),
  }),
  update: ref.extend({
    revision: z.number().int().optional(),
    title: text.optional(),
    ...fields,
    addLabels: words.optional(),
    removeLabels: words.optional(),
    assignee: word.nullable().optional(),
    parent: word.nullable().optional(),
    project: word.nullable().optional(),
    status: z.enum(taskStatuses).optional(),
    reason: text.optional(),
  }),
  close: ref.extend({
    outcome: z.enum(taskOutcomes).optional(),
    reason: text.optional(),
    force: z.boolean().optional(),
  }),
  assign: z.object({ ids: words.min(1), to: word.optional() }),
  comment: ref.extend({ text, replyTo: word.optional() }),
  edge: ref.extend(edge),
  delete: ref.extend({ cascade: z.boolean().optional() }),
  plan: ref.extend({
    seen: word.optional(),
    goal: text.optional(),
    approach: text.optional(),
    alternatives: text.optional(),
    steps: words.optional(),
    files: words.optional(),
  }),
  approvePlan: ref.extend({ digest: word }),
  checkpoints: ref.extend({ type: word.optional() }),
  checkpoint: ref.extend({
    type: word.optional(),
    text,
    files: words.optional(),
    commit: word.optional(),
  }),
  proposals: z.object({ taskId: word.optional(), state: z.enum(['waiting', 'accepted', 'declined']).optional() }),
};

/** The tracker's procedures. Ids may be any unambiguous start. */
export function createTasksRouter(tasks: TasksModule, named: NamedInputs) {
  const { commands, queries } = tasks;
  return router({
    ...panelProcedures(tasks),
    ...bulkProcedures(tasks),
    ...graphProcedures(tasks, named),
    list: procedure.input(listInput(named)).query(async ({ input }) => answer(refuse(await queries.list(input)))),
    ready: procedure.input(inputs.ready).query(async ({ input }) => answer(refuse(await queries.ready(input)))),
    explain: procedure.input(inputs.explain).query(async ({ input }) => answer(refuse(await queries.explain(input)))),
    needsBreakdown: procedure.query(() => queries.needsBreakdown()),
    plan: procedure.input(ref).query(async ({ input }) => queries.plan(await whole(queries, input.id))),
    checkpoints: procedure
      .input(inputs.checkpoints)
      .query(async ({ input }) => queries.checkpoints({ taskId: await whole(queries, input.id), type: input.type })),
    show: procedure.input(ref).query(async ({ input }) => answer(refuse(await show(queries, input.id)))),
    history: procedure.input(ref).query(async ({ input }) => queries.history(await whole(queries, input.id))),
    comments: procedure.input(ref).query(async ({ input }) => queries.comments(await whole(queries, input.id))),
    proposals: procedure.input(inputs.proposals).query(async ({ input }) => {
      const taskId = input.taskId === undefined ? undefined : await whole(queries, input.taskId);
      return queries.proposals({ taskId, state: input.state });
    }),
    create: procedure
      .input(inputs.create)
      .mutation(async ({ input, ctx }) => answer(refuse(await commands.create(input, ctx.act)))),
    update: procedure.input(inputs.update).mutation(async ({ input, ctx }) => {
      const { id, ...changes } = input;
      return answer(refuse(await commands.update({ ...changes, task: id, holder: ctx.holder }, ctx.act)));
    }),
    claim: procedure
      .input(ref)
      .mutation(async ({ input, ctx }) =>
        answer(refuse(await commands.claim({ task: input.id, holder: ctx.holder }, ctx.act))),
      ),
    release: procedure
      .input(ref)
      .mutation(async ({ input, ctx }) =>
        answer(refuse(await commands.release({ task: input.id, holder: ctx.holder }, ctx.act))),
      ),
    close: procedure.input(inputs.close).mutation(async ({ input, ctx }) => {
      const { id, ...how } = input;
      return answer(refuse(await commands.close({ ...how, task: id, holder: ctx.holder }, ctx.act)));
    }),
    reopen: procedure
      .input(ref)
      .mutation(async ({ input, ctx }) => answer(refuse(await commands.reopen({ task: input.id }, ctx.act)))),
    assign: procedure.input(inputs.assign).mutation(async ({ input, ctx }) => {
      const items = answer(refuse(await commands.assign({ tasks: input.ids, to: input.to }, ctx.act)));
      return { items, total: items.length, nextCursor: null };
    }),
    comment: procedure
      .input(inputs.comment)
      .mutation(async ({ input, ctx }) =>
        answer(refuse(await commands.comment({ task: input.id, text: input.text, replyTo: input.replyTo }, ctx.act))),
      ),
    addDependency: procedure.input(inputs.edge).mutation(async ({ input, ctx }) => {
      const { id, ...edge } = input;
      return answer(refuse(await commands.addDependency({ ...edge, task: id }, ctx.act)));
    }),
    removeDependency: procedure.input(inputs.edge).mutation(async ({ input, ctx }) => {
      const { id, ...edge } = input;
      return answer(refuse(await commands.removeDependency({ ...edge, task: id }, ctx.act)));
    }),
    delete: procedure.input(inputs.delete).mutation(async ({ input, ctx }) => {
      const { id, cascade } = input;
      const gone = answer(refuse(await commands.delete({ tasks: [id], cascade, holder: ctx.holder }, ctx.act)));
      const { deleted: items, consequences } = gone;
      return { items, total: items.length, nextCursor: null, consequences };
    }),
    restore: procedure
      .input(ref)
      .mutation(async ({ input, ctx }) => answer(refuse(await commands.restore({ task: input.id }, ctx.act)))),
    setPlan: procedure.input(inputs.plan).mutation(async ({ input, ctx }) => {
      const { id, ...plan } = input;
      return answer(refuse(await commands.setPlan({ ...plan, task: id }, ctx.act)));
    }),
    approvePlan: procedure
      .input(inputs.approvePlan)
      .mutation(async ({ input, ctx }) =>
        answer(refuse(await commands.approvePlan({ task: input.id, digest: input.digest }, ctx.act))),
      ),
    approveGate: procedure
      .input(ref)
      .mutation(async ({ input, ctx }) => answer(refuse(await commands.approveGate({ task: input.id }, ctx.act)))),
    addCheckpoint: procedure.input(inputs.checkpoint).mutation(async ({ input, ctx }) => {
      const { id, ...words } = input;
      return answer(refuse(await commands.checkpoint({ ...words, task: id }, ctx.act)));
    }),
    acceptProposal: procedure
      .input(ref)
      .mutation(async ({ input, ctx }) =>
        answer(refuse(await commands.acceptFollowUp({ followUp: input.id }, ctx.act))),
      ),
    declineProposal: procedure
      .input(ref)
      .mutation(async ({ input, ctx }) =>
        answer(refuse(await commands.declineFollowUp({ followUp: input.id }, ctx.act))),
      ),
  });
}

type Queries = TasksModule['queries'];

async function whole(queries: Queries, start: string): Promise<string> {
  return answer(refuse(await queries.find(start)));
}

async function show(queries: Queries, start: string): Promise<Result<TaskView, TaskFailure>> {
  const id = await queries.find(start);
  if (!id.ok) return id;
  const task = await queries.get(id.value);
  return task ? ok(task) : err({ kind: 'task.not-found', ref: start });
}
