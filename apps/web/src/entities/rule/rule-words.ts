import type { RuleView, ToolKind } from '../../data/api-types.ts';
import { harmless } from '../text/harmless.ts';

type Covering = Pick<RuleView, 'tool' | 'pattern'>;

/** What a rule allows, in a line: `Bash: npm test*`. */
export function ruleWords({ tool, pattern }: Covering): string {
  return pattern === null ? `${tool}, any call` : harmless(`${tool}: ${pattern}`);
}

/** In which projects a rule holds. */
export function ruleScope({ projectId, projectName }: Pick<RuleView, 'projectId' | 'projectName'>): string {
  return projectId === null ? 'All projects' : (projectName ?? projectId);
}

/** What a rule that covers whatever the call is means, where that is much. @param kind of its tool, where that is known */
export function ruleWarning(kind: ToolKind | undefined, pattern: string | null): string | undefined {
  if (pattern !== null && !/^[\s*]*\*[\s*]*$/.test(pattern)) return undefined;
  if (kind === 'shell') return 'Any command runs as you, without asking. Nothing confines a command to the worktree.';
  if (kind === 'edit' || kind === 'write') return 'Any file that you may change can be changed without asking.';
  return undefined;
}
