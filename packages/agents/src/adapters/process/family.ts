import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentIdentity, isAlive } from './identity.ts';
import { bootId, carriesRun, listProcesses, type ProcessFacts, writesInto } from './process-table.ts';
import { logFiles } from './wrapper.ts';

export type Family = { /** Its process number. */ readonly wrapper: number; readonly members: () => ProcessFacts[] };

/**
 * Who belongs to a run: bearers of its mark, what still writes into its output, the descendants of both, and, while the
 * wrapper lives, its process group. What was once found stays a member, since a parent's death hides its children.
 * @param dir the run's log directory; without it, nobody is looked for by what they write into
 */
export function createFamily(identity: AgentIdentity, dir?: string): Family {
  const known = new Map<number, number>();
  const outputs = dir === undefined ? [] : [logFiles.output, logFiles.errors].map((name) => join(dir, name));
  const files = outputs.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  const members = (): ProcessFacts[] => {
    if (identity.bootId !== bootId()) return [];
    const all = listProcesses().filter((facts) => facts.pid !== process.pid);
    const wrapperAlive = isAlive(identity);
    const found = new Set<number>();
    for (const facts of all) {
      const recorded = known.get(facts.pid) === facts.startTime;
      const grouped = wrapperAlive && facts.group === identity.pid;
      // What was there before the wrapper cannot have its mark, and reading every environment takes long.
      const later = facts.startTime >= identity.startTime;
      const marked = later && (carriesRun(facts.pid, identity.runId) || writesInto(facts.pid, files));
      if (recorded || grouped || marked) found.add(facts.pid);
    }
    addDescendants(all, found);
    const family = all.filter((facts) => found.has(facts.pid));
    for (const facts of family) known.set(facts.pid, facts.startTime);
    return family;
  };
  return { wrapper: identity.pid, members };
}

function addDescendants(all: readonly ProcessFacts[], found: Set<number>): void {
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const facts of all) if (found.has(facts.parent)) found.add(facts.pid);
  }
}
