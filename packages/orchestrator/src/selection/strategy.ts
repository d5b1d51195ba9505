import type { Candidate } from './candidate.ts';

export const strategyNames = ['priority', 'oldest', 'critical-path', 'cheapest'] as const;
export type StrategyName = (typeof strategyNames)[number];

/** Which of several tasks that could be started is. */
export type Strategy = {
  readonly name: StrategyName;
  /** What it weighs besides what is known of every candidate. */
  readonly weighs: 'nothing' | 'chain' | 'cost';
  /** Below zero where the first is to be started before the second. */
  readonly compare: (a: Candidate, b: Candidate) => number;
};

const byAge = (a: Candidate, b: Candidate) => a.createdAt - b.createdAt || a.n - b.n;
const byPriority = (a: Candidate, b: Candidate) => a.priority.localeCompare(b.priority) || byAge(a, b);

export const strategies: Readonly<Record<StrategyName, Strategy>> = {
  priority: { name: 'priority', weighs: 'nothing', compare: byPriority },
  oldest: { name: 'oldest', weighs: 'nothing', compare: byAge },
  'critical-path': { name: 'critical-path', weighs: 'chain', compare: (a, b) => b.chain - a.chain || byPriority(a, b) },
  cheapest: { name: 'cheapest', weighs: 'cost', compare: (a, b) => a.cost - b.cost || byPriority(a, b) },
};

/**
 * Candidates in the order in which they are to be started: within a project as its strategy says, and among the best of
 * each project as that of the workspace says.
 */
export function* inOrder(
  candidates: readonly Candidate[],
  strategyOf: (projectId: string) => Strategy,
  overall: Strategy,
): Generator<Candidate> {
  const projects = [...new Set(candidates.map(({ projectId }) => projectId))];
  const queues = projects.map((id) =>
    candidates
      .filter(({ projectId }) => projectId === id)
      .sort(strategyOf(id).compare)
      .values(),
  );
  const heads = queues.flatMap((queue) => headOf(queue));
  while (heads.length > 0) {
    const best = heads.reduce((a, b) => (overall.compare(a.task, b.task) <= 0 ? a : b));
    yield best.task;
    heads.splice(heads.indexOf(best), 1, ...headOf(best.queue));
  }
}

type Head = { readonly task: Candidate; readonly queue: Iterator<Candidate> };

function headOf(queue: Iterator<Candidate>): readonly Head[] {
  const { done, value } = queue.next();
  return done ? [] : [{ task: value, queue }];
}
