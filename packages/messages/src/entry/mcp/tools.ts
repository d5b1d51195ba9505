import { type McpTool, type RunContext, runTool } from '@cw/entry/mcp';
import { err, ok } from '@cw/kernel';
import { z } from 'zod';
import { approveCall } from './approve-call.ts';
import { askQuestion } from './ask-question.ts';

export { mailTools } from './mail-tools.ts';

const text = z.string().min(1).max(5_000);

/** How an agent's run comes to a person. `approve` is called by its program and not by its model. */
export const askingTools: readonly McpTool<RunContext>[] = [
  runTool({
    name: 'ask',
    description: 'Ask a person and wait. Only for what you can neither find out nor decide.',
    input: z.object({ question: text, options: z.array(z.string().max(500)).max(20).optional() }),
    readOnly: false,
    run: async ({ question, options = [] }, context, gone) => {
      const asked = { question, several: false, options: options.map((label) => ({ label })) };
      const answer = await askQuestion([asked], context, gone);
      if (!answer.answered && answer.refusal) return err(answer.refusal);
      const said = answer.answered ? (answer.answers[0] ?? '') : answer.message;
      return ok({ text: said, structured: answer.answered ? { answer: said } : { parked: true, message: said } });
    },
  }),
  runTool({
    name: 'approve',
    description: 'For the program, not for you.',
    input: z.object({ tool_name: z.string(), input: z.record(z.string(), z.unknown()), tool_use_id: z.string() }),
    readOnly: false,
    verbatim: true,
    run: async ({ tool_name, input, tool_use_id }, context, gone) => {
      const decision = await approveCall({ tool: tool_name, input, callId: tool_use_id }, context, gone);
      // Claude Code takes a decision as text alone.
      return ok({ text: JSON.stringify(decision), structured: null });
    },
  }),
];
