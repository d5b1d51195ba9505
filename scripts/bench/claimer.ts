import { once } from 'node:events';
import { openTracker } from './harness/tracker.ts';

export type Claimed = {
  readonly ids: readonly string[];
  /** Of its longest claim, in milliseconds. */
  readonly slowest: number;
};

/**
 * A long-lived process that claims ready tasks until there is none. It begins when standard input says so, so that several
 * begin at once, and prints what it got.
 */
export async function runClaimer(home: string, name: string): Promise<void> {
  using tracker = openTracker(home);
  const { tasks } = tracker;
  const claim = { holder: { name, kind: 'agent' }, leaseMs: 3_600_000 } as const;
  const act = { actor: { kind: 'system', id: name, name } } as const;
  await tasks.queries.ready({ limit: 1 });
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  const ids: string[] = [];
  let slowest = 0;
  for (;;) {
    const start = performance.now();
    const taken = await tasks.commands.claimReady(claim, act);
    slowest = Math.max(slowest, performance.now() - start);
    if (!taken.ok) throw new Error(`a claim was refused: ${taken.error.kind}`);
    if (taken.value === null) break;
    ids.push(taken.value.id);
  }
  process.stdout.write(`${JSON.stringify({ ids, slowest } satisfies Claimed)}\n`);
  process.stdin.destroy();
}
