import { type AgentIdentity, isAlive } from './identity.ts';
import { bootId, carriesRun, listProcesses, type ProcessFacts } from './process-table.ts';

export type Family = { readonly members: () => ProcessFacts[] };

/**
 * Who belongs to a run: bearers of its mark, their descendants, and, while the wrapper lives, its process group. What was
 * once found stays a member, since a parent's death hides its children.
 */
export function createFamily(identity: AgentIdentity): Family {
  const known = new Map<number, number>();
  const members = (): ProcessFacts[] => {
    if (identity.bootId !== bootId()) return [];
    const all = listProcesses().filter((facts) => facts.pid !== process.pid);
    const wrapperAlive = isAlive(identity);
    const found = new Set<number>();
    for (const facts of all) {
      const recorded = known.get(facts.pid) === facts.startTime;
      const grouped = wrapperAlive && facts.group === identity.pid;
      // What was there before the wrapper cannot have its mark, and reading every environment takes long.
      const marked = facts.startTime >= identity.startTime && carriesRun(facts.pid, identity.runId);
      if (recorded || grouped || marked) found.add(facts.pid);
    }
    addDescendants(all, found);
    const family = all.filter((facts) => found.has(facts.pid));
    for (const facts of family) known.set(facts.pid, facts.startTime);
    return family;
  };
  return { members };
}

function addDescendants(all: readonly ProcessFacts[], found: Set<number>): void {
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const facts of all) if (found.has(facts.parent)) found.add(facts.pid);
  }
}
