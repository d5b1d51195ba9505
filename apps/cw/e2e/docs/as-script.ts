import type { Page } from './fenced-blocks.ts';

/**
 * The `sh` blocks of a page as one script for bash, which ends at the first line that fails and says in which block.
 * What is put in the place of what a page shows, so that it runs by itself:
 *
 * | in a block               | when it is run                                                                       |
 * | ------------------------ | ------------------------------------------------------------------------------------ |
 * | `cw --server …`          | in the background, on any free port, its page not opened in a browser                |
 * | `cw demo …`              | on any free port, its page not opened                                                |
 * | `cw …   # tk_7f3k`       | the comment names the first id of that kind that the line prints; later lines use it |
 *
 * Once the server is there, each block waits until it has nothing more to do.
 */
export function asScript(page: Page): string {
  const known = new Map<string, string>();
  const parts = page.blocks
    .filter(({ language }) => language === 'sh')
    .map(({ line, lines }) =>
      [`settled; at=${page.path}:${line}`, ...commandsIn(lines).map((command) => prepared(command, known))].join('\n'),
    );
  return [preamble, ...parts, 'settled', ''].join('\n');
}

const preamble = `set -euo pipefail
server=
finish() {
  status=$?
  if [ -n "$server" ]; then kill "$server"; wait "$server" || true; fi
  [ $status = 0 ] || echo "failed in the block at $at" >&2
}
trap finish EXIT
served() {
  cw --server --port 0 --json "$@" >"$HOME/server.out" 2>&1 &
  server=$!
  for _ in $(seq 200); do
    if grep -q '"ok":true' "$HOME/server.out"; then return; fi
    sleep 0.05
  done
  cat "$HOME/server.out" >&2
  return 1
}
busy() {
  cw task list --json | node -e '
    const { items } = JSON.parse(require("fs").readFileSync(0, "utf8")).data;
    const isBusy = (task) => task.state === "merging" || task.state === "verifying" || /^rn_/.test(task.lease?.holder) || (task.dispatch === "assigned" && task.ready);
    process.exit(items.some(isBusy) ? 0 : 1)'
}
settled() {
  if [ -z "$server" ]; then return; fi
  for _ in $(seq 300); do
    if ! busy; then return; fi
    sleep 0.2
  done
  echo 'agents are still at work after a minute' >&2
  return 1
}
remembered() {
  local name=$1 prefix=$2 said
  shift 2
  said=$("$@")
  printf '%s\\n' "$said"
  [[ $said =~ \${prefix}_[0-9a-z]{12} ]] || { echo "this holds no id that begins with \${prefix}_" >&2; return 1; }
  printf -v "$name" %s "\${BASH_REMATCH[0]}"
}
set -v`;

/** Lines, with those that end in a backslash joined to what follows. */
function commandsIn(lines: readonly string[]): readonly string[] {
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
}

function prepared(command: string, known: Map<string, string>): string {
  const withIds = (text: string) => [...known].reduce((line, [id, name]) => line.replaceAll(id, `$${name}`), text);
  const named = /^(cw .+?)\s+# (([a-z]{2})_[0-9a-z]+)$/.exec(command);
  if (named?.[1] && named[2] && named[3]) {
    const line = withIds(named[1]);
    known.set(named[2], `id_${named[2]}`);
    return `remembered id_${named[2]} ${named[3]} ${line}`;
  }
  return withIds(command)
    .replace(/^cw --server( --open)?/, 'served')
    .replace(/^cw demo( --open)?/, 'cw demo --port 0');
}
