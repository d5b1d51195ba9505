import { readPlainTool } from '../../model/plain-tool.ts';
import { noAbilities } from '../../model/provider-abilities.ts';
import type { Program } from '../../ports/program.ts';

/** The task's own script, which a person wrote. */
export const script = {
  name: 'script',
  title: 'The script of a task',
  does: 'script',
  abilities: noAbilities,
  tools: { kinds: {}, read: readPlainTool },
  account: null,
  settings: { command: null, others: [], permissions: [] },
  ofHome: [],
  client: null,
  resumeByHand: null,
} as const satisfies Program;
