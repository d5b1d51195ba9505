import type { Refusal } from '@cw/entry';
import { type McpContext, type McpOutput, type McpTool, mcpTool } from '@cw/entry/mcp';
import { err, ok, type Result } from '@cw/kernel';
import { z } from 'zod';
import { addComment } from '../../commands/add-comment.ts';
import { proposeFollowUp } from '../../commands/propose-follow-up.ts';
import { reportProgress } from '../../commands/report-progress.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuse, taskRefusal } from '../refusals.ts';
import { readTaskForAgent, tellTask } from './task-for-agent.ts';

const id = z.string().max(200).optional().describe('your task; leave it out');

/** What an agent's run may do to its own task, and nothing else. */
export const taskTools: readonly McpTool[] = [
  mcpTool({
    name: 'task_show',
    description: 'Your task: description, acceptance, parents, dependencies, dependents, siblings, comments.',
    input: z.object({ id }),
    readOnly: true,
    run: async (input, context) => {
      const own = checkOwn(input.id, context);
      if (!own.ok) return own;
      const task = await readTaskForAgent(context.workspace.storage.read, context.taskId);
      if (!task) return err(taskRefusal({ kind: 'task.not-found', ref: context.taskId }));
      return ok({ text: tellTask(task), structured: { ...task } });
    },
  }),
  mcpTool({
    name: 'task_progress',
    description: 'Report in a sentence how far you are. It closes nothing: your final result does.',
    input: z.object({
      id,
      text: z.string().max(2_000),
      percent: z.number().min(0).max(100).optional(),
      comment: z.string().max(50_000).optional().describe('kept on the task for people to read'),
    }),
    readOnly: false,
    run: async (input, context) => {
      const own = checkOwn(input.id, context);
      if (!own.ok) return own;
      const { text, percent, comment } = input;
      const told = await reportProgress(
        taskDeps(context.workspace),
        { taskId: context.taskId, text, percent, comment },
        context.act,
      );
      return said(refuse(told), 'Noted.', {});
    },
  }),
  mcpTool({
    name: 'task_comment',
    description: 'Leave a comment on your task: a finding, a decision, a question.',
    input: z.object({ id, text: z.string().max(50_000) }),
    readOnly: false,
    run: async (input, context) => {
      const own = checkOwn(input.id, context);
      if (!own.ok) return own;
      const comment = await addComment(
        taskDeps(context.workspace),
        { task: context.taskId, text: input.text },
        context.act,
      );
      return said(refuse(comment), 'Commented.', comment.ok ? { commentId: comment.value.id } : {});
    },
  }),
  mcpTool({
    name: 'task_propose_follow_up',
    description: 'Propose other work you came across. A person decides on it; do not do it yourself.',
    input: z.object({ id, title: z.string().max(2_000), description: z.string().max(50_000).optional() }),
    readOnly: false,
    run: async (input, context) => {
      const own = checkOwn(input.id, context);
      if (!own.ok) return own;
      const { title, description } = input;
      const wanted = { taskId: context.taskId, title, description };
      const proposal = await proposeFollowUp(taskDeps(context.workspace), wanted, {
        ...context.act,
        runId: context.runId,
      });
      const structured = proposal.ok ? { followUpId: proposal.value.id } : {};
      return said(refuse(proposal), 'Proposed; a person will decide.', structured);
    },
  }),
];

function checkOwn(asked: string | undefined, { taskId }: McpContext): Result<void, Refusal> {
  if (asked === undefined || asked === '' || asked === taskId) return ok(undefined);
  return err(taskRefusal({ kind: 'task.out-of-reach', taskId: asked, own: taskId }));
}

function said(
  result: Result<unknown, Refusal>,
  text: string,
  structured: Record<string, unknown>,
): Result<McpOutput, Refusal> {
  return result.ok ? ok({ text, structured: { ok: true, ...structured } }) : result;
}
