import { readPlainTool } from '../../model/plain-tool.ts';
import type { Program } from '../../ports/program.ts';

/** The task's own script, which a person wrote. */
export const script = {
  name: 'script',
  title: 'The script of a task',
  does: 'script',
  abilities: {
    conversation: false,
    messages: false,
    model: false,
    tools: false,
    result: false,
    permissions: false,
    limits: false,
    cost: false,
  },
  tools: { kinds: {}, read: readPlainTool },
  account: null,
  settings: { command: null, others: [], permissions: [] },
  ofHome: [],
  client: null,
  resumeByHand: null,
} as const satisfies Program;
