import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeEnv, claudeProgram, gitEnv } from '@cw/testkit';

/**
 * What somebody without cw would write: a worktree, the agent, a commit and a merge for each task, some at a time.
 * Where two of them would touch the repository itself at once, they take turns, since git fails otherwise.
 */
const loop = `#!/usr/bin/env bash
set -euo pipefail
one_task() {
  local number="$1" title="$2" tree="$WORK/trees/$1"
  flock "$WORK/lock" git worktree add -q -b "task-$number" "$tree" main
  (cd "$tree" && "$CLAUDE" -p "$title" --permission-mode acceptEdits --allowedTools Bash </dev/null >"$WORK/$number.log")
  git -C "$tree" add -A
  git -C "$tree" commit -qm "$title"
  flock "$WORK/lock" git merge -q --no-ff -m "Merge task-$number" "task-$number"
}
export -f one_task
cat -n "$WORK/titles" | xargs -P "$PLACES" -d '\\n' -I {} bash -c 'set -euo pipefail; read -r number title <<<"$1"; one_task "$number" "$title"' _ {}
times >"$WORK/times"
`;

export type PlainLoop = {
  readonly repo: string;
  /** A folder of its own. */
  readonly work: string;
  /** Of the scripted model. */
  readonly url: string;
  readonly titles: readonly string[];
  /** How many tasks at a time. */
  readonly places: number;
};

/** What some work took, in milliseconds of the clock and of the processor. */
export type Took = { readonly wall: number; readonly processor: number };

/** @throws Error when a task fails */
export async function runPlainLoop({ repo, work, url, titles, places }: PlainLoop): Promise<Took> {
  const script = join(work, 'loop.sh');
  writeFileSync(script, loop, { mode: 0o700 });
  writeFileSync(join(work, 'titles'), titles.map((title) => `${title}\n`).join(''));
  mkdirSync(join(work, 'trees'));
  const env = {
    ...gitEnv(),
    ...claudeEnv({ url, home: join(work, 'user') }),
    WORK: work,
    PLACES: String(places),
    CLAUDE: claudeProgram(),
  };
  const before = performance.now();
  const [code] = await once(
    spawn('bash', [script], { cwd: repo, env, stdio: ['ignore', 'inherit', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`the shell loop ended with ${code}`);
  const wall = performance.now() - before;
  return { wall, processor: childrenOf(readFileSync(join(work, 'times'), 'utf8')) };
}

/** The second line of what bash says of its times: user and system time of all it has started. */
function childrenOf(times: string): number {
  const [, line = ''] = times.split('\n');
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0);
}
