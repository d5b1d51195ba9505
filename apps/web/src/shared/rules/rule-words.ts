import type { RuleView } from '../api-types.ts';
import { harmless } from '../inbox/harmless.ts';

type Covering = Pick<RuleView, 'tool' | 'pattern'>;

/** What a rule allows, in a line: `Bash: npm test*`. */
export function ruleWords({ tool, pattern }: Covering): string {
  return pattern === null ? `${tool}, whatever it is` : harmless(`${tool}: ${pattern}`);
}

/** In which projects a rule holds. */
export function ruleScope({ projectId, projectName }: Pick<RuleView, 'projectId' | 'projectName'>): string {
  return projectId === null ? 'All projects' : (projectName ?? projectId);
}

/** What a rule that covers whatever the call is means, where that is much. */
export function ruleWarning({ tool, pattern }: Covering): string | undefined {
  if (pattern !== null && !/^[\s*]*\*[\s*]*$/.test(pattern)) return undefined;
  if (tool === 'Bash') return 'Any command is run as you, unasked. Nothing keeps a command in the worktree.';
  if (/^(Write|Edit|MultiEdit|NotebookEdit)$/.test(tool)) return 'Any file that you may change is changed unasked.';
  return undefined;
}
