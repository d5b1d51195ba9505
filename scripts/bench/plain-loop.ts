import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeEnv, claudeProgram, gitEnv } from '@cw/testkit';

/**
 * What somebody without cw would write: a worktree, the agent, a commit and a merge for each task, two tasks at a time.
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
cat -n "$WORK/titles" | xargs -P 2 -d '\\n' -I {} bash -c 'set -euo pipefail; read -r number title <<<"$1"; one_task "$number" "$title"' _ {}
`;

export type PlainLoop = {
  readonly repo: string;
  /** A folder of its own. */
  readonly work: string;
  /** Of the scripted model. */
  readonly url: string;
  readonly titles: readonly string[];
};

/** Wall time of the loop in milliseconds. @throws Error when a task fails */
export async function runPlainLoop({ repo, work, url, titles }: PlainLoop): Promise<number> {
  const script = join(work, 'loop.sh');
  writeFileSync(script, loop, { mode: 0o700 });
  writeFileSync(join(work, 'titles'), titles.map((title) => `${title}\n`).join(''));
  mkdirSync(join(work, 'trees'));
  const env = { ...gitEnv(), ...claudeEnv({ url, home: join(work, 'user') }), WORK: work, CLAUDE: claudeProgram() };
  const before = performance.now();
  const [code] = await once(
    spawn('bash', [script], { cwd: repo, env, stdio: ['ignore', 'inherit', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`the shell loop ended with ${code}`);
  return performance.now() - before;
}
