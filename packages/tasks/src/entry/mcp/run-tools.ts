import type { Refusal } from '@cw/entry';
import { type McpToolSet, type RunContext, runTool } from '@cw/entry/mcp';
import { err, ok, type Result } from '@cw/kernel';
import { guessedKind } from '@cw/task-formats';
import { z } from 'zod';
import { addArtifact } from '../../commands/add-artifact.ts';
import { addCheckpoint } from '../../commands/add-checkpoint.ts';
import { addComment } from '../../commands/add-comment.ts';
import { proposeFollowUp } from '../../commands/propose-follow-up.ts';
import { reportProgress } from '../../commands/report-progress.ts';
import { checkpointTypes } from '../../model/task-view.ts';
import { run } from '../../run.ts';
import { taskRefusal } from '../refusals.ts';
import { budget, defaultBudget, longText, ref, said, shortText, title } from './answers.ts';
import { searchNearby } from './search-nearby.ts';
import { showOwn } from './show-own.ts';

const id = ref.optional().describe('leave out for your own task');

/** What an agent's run may see and do: its own task, and what surrounds it. */
export const runTools: McpToolSet<RunContext> = {
  instructions:
    'You work on one task of cw. task_show shows it with related tasks. Note progress and checkpoints while you work; your structured result ends the task.',
  tools: [
    runTool({
      name: 'task_show',
      description:
        'Your task: texts, plan, checkpoints, what it builds on with results, parents, comments, children, siblings. With the id of a parent, dependency or child: that task.',
      input: z.object({ id: ref.optional(), budget }),
      readOnly: true,
      run: (input, context) => showOwn({ id: input.id, budget: input.budget ?? defaultBudget }, context),
    }),
    runTool({
      name: 'task_progress',
      description: 'Report in a sentence how far you are. It closes nothing: your final result does.',
      input: z.object({
        id,
        text: shortText,
        percent: z.number().min(0).max(100).optional(),
        comment: longText.optional(),
      }),
      readOnly: false,
      run: onOwn(async ({ text, percent, comment }, context) => {
        const progress = { taskId: context.taskId, text, percent, comment, limit: await context.limitOf('comments') };
        return said(await run(context.workspace, reportProgress, progress, context.act), () => ({
          text: 'Noted.',
        }));
      }),
    }),
    runTool({
      name: 'task_checkpoint_add',
      description: 'Record a point another session can continue from: what is done, decided, left to do.',
      input: z.object({
        id,
        type: z.enum(checkpointTypes).optional(),
        text: longText,
        files: z.array(shortText).max(100).optional(),
        commit: z.string().max(64).optional(),
      }),
      readOnly: false,
      run: onOwn(async ({ type, text, files, commit }, context) => {
        const limit = await context.limitOf('comments');
        const checkpoint = { task: context.taskId, type, text, files, commit, limit };
        const added = await run(context.workspace, addCheckpoint, checkpoint, context.act);
        return said(added, ({ id: checkpointId, sequence }) => ({
          text: `Checkpoint ${sequence}.`,
          structured: { ok: true, checkpointId, sequence },
        }));
      }),
    }),
    runTool({
      name: 'task_comment',
      description: 'Comment on your task: a finding, a decision, a question.',
      input: z.object({ id, text: longText }),
      readOnly: false,
      run: onOwn(async ({ text }, context) => {
        const limit = await context.limitOf('comments');
        const wanted = { task: context.taskId, text, limit };
        const comment = await run(context.workspace, addComment, wanted, context.act);
        return said(comment, (made) => ({ text: 'Commented.', structured: { ok: true, commentId: made.id } }));
      }),
    }),
    runTool({
      name: 'task_propose_follow_up',
      description: 'Propose other work you came across. A person decides on it; do not do it yourself.',
      input: z.object({ id, title, description: longText.optional() }),
      readOnly: false,
      run: onOwn(async (proposed, context) => {
        const { title: wantedTitle, description } = proposed;
        const limit = await context.limitOf('followUps');
        const wanted = { taskId: context.taskId, title: wantedTitle, description, limit };
        const proposal = await run(context.workspace, proposeFollowUp, wanted, context.act);
        return said(proposal, (made) => ({
          text: 'Proposed; a person will decide.',
          structured: { ok: true, followUpId: made.id },
        }));
      }),
    }),
    runTool({
      name: 'task_search',
      description: 'Find tasks of your project by words, closed ones too: id, title and state.',
      input: z.object({ words: shortText, limit: z.number().int().min(1).max(50).optional() }),
      readOnly: true,
      run: searchNearby,
    }),
    runTool({
      name: 'task_artifact_add',
      description: 'Record what your task made or used: a file, commit, link or report.',
      input: z.object({ id, value: shortText, kind: z.string().max(50).optional() }),
      readOnly: false,
      run: onOwn(async ({ value, kind }, context) => {
        const limit = await context.limitOf('comments');
        const artifact = { task: context.taskId, value, kind: kind ?? guessedKind(value.trim()), limit };
        const added = await run(context.workspace, addArtifact, artifact, context.act);
        return said(added, ({ artifacts }) => ({ text: 'Noted.', structured: { ok: true, artifacts } }));
      }),
    }),
  ],
};

/** Refuses another task's id before anything is done. */
function onOwn<Input extends { readonly id?: string | undefined }, Output>(
  run: (input: Input, context: RunContext) => Promise<Result<Output, Refusal>>,
) {
  return async (input: Input, context: RunContext): Promise<Result<Output, Refusal>> => {
    const own = checkOwn(input.id, context);
    return own.ok ? run(input, context) : own;
  };
}

function checkOwn(asked: string | undefined, { taskId }: RunContext): Result<void, Refusal> {
  if (asked === undefined || asked === '' || asked === taskId) return ok(undefined);
  return err(taskRefusal({ kind: 'task.out-of-reach', taskId: asked, own: taskId }));
}
