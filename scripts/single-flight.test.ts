import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/**
 * What is kept while something is under way, so that it is not begun twice: were it never over, it would never be begun
 * again. So each says here why it comes to an end.
 */
const whyItEnds: Readonly<Record<string, string>> = {
  'apps/cw/src/health/server-health.ts looking': 'each folder is looked at for a second at most',
  'apps/cw/src/parts/dispatching.ts underWay': 'waits for the database, and for a server that has seconds to answer',
  'apps/cw/src/parts/dispatching.ts trying': 'waits for the database, and for a server that has seconds to answer',
  'apps/cw/src/parts/mcp-relay.ts connecting': 'connects for 30 seconds at most',
  'apps/web/src/features/runs/use-run-edits.ts reading': 'every request of the page has a limit (requests.ts)',
  'apps/web/src/features/runs/use-run-log.ts reading': 'every request of the page has a limit (requests.ts)',
  'apps/web/src/shared/refresh.ts running': 'what takes long is waited for two seconds',
  'packages/orchestrator/src/cleaning/keep-clean.ts work': 'removes files, and git has a limit (run-git.ts)',
  'packages/orchestrator/src/control/ask-handoff.ts limit': 'reads the database',
  'packages/orchestrator/src/dispatcher.ts round':
    'waits for the database and git; the watchdog sees a round that hangs',
  'packages/orchestrator/src/inbox/tell-sinks.ts underWay': 'sinks have a time limit (time-limit.ts)',
  'packages/orchestrator/src/merge-queues.ts busy': 'git and the checks of a project have limits',
  'packages/orchestrator/src/offer-again.ts underWay': 'a push has a limit (push-branches.ts)',
  'packages/orchestrator/src/orchestrator.module.ts runs':
    'a run has its caps, and a silent one is ended (supervision)',
  'packages/storage/src/adapters/file-lock.ts queues':
    'what is done under a lock is git, which has a limit; it is free when its holder dies',
  'packages/storage/src/adapters/sqlite-transact.ts tail':
    'a transaction that waits for anything else rolls itself back',
};

const kept = [
  /\blet (\w+): Promise<[^;=]*?(?: = [^;]+)?;/g,
  /\blet ((?:is)?(?:busy|running|reading|trying|looking|working|loading|asking|connecting|inFlight|underWay)) = false/gi,
  /(?<!readonly )\b((?:is)?(?:busy|running|reading|trying|looking|working|loading|asking|connecting|inFlight|underWay)): boolean;/gi,
  /\b(\w+) = new Map<[^()]*, Promise<[^()]*>\(\)/g,
];

function keptIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return kept.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => `${file} ${name}`));
}

/** The source files of every app and package, with their folder. */
const sources = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((room) =>
    readdirSync(join(root, folder, room, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.ts$|(^|\/)testing\.ts$/.test(file))
      .map((file) => `${folder}/${room}/src/${file}`),
  ),
);

test('whatever is begun once at a time says why it comes to an end', () => {
  const files = sources.filter((file) => !file.startsWith('packages/testkit/'));
  expect([...new Set(files.flatMap(keptIn))].toSorted()).toEqual(Object.keys(whyItEnds).toSorted());
});
