import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsConfigKeys } from '@cw/agents';
import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import type { TaskView } from '@cw/tasks';
import { orchestratorConfigKeys } from '../config-keys.ts';
import { startWorkspace } from '../testing.ts';

/** A workspace whose agents are a program of the test's: each start of it runs the next of the turns, as shell text. */
export async function startRetrying(turns: readonly string[]) {
  const space = await startWorkspace(['true']);
  const folder = join(space.storage.folder, 'agent');
  mkdirSync(folder);
  for (const [index, turn] of turns.entries()) writeFileSync(join(folder, `turn-${index + 1}`), turn);
  const program = join(folder, 'program');
  writeFileSync(program, programText(folder));
  chmodSync(program, 0o755);
  const keys = [...agentsConfigKeys, ...orchestratorConfigKeys];
  const set = async (key: string, value: string) =>
    unwrap(
      await createConfigModule(space, keys).commands.set({ key, value, scope: 'workspace', scopeId: '' }, testAct),
    );
  await set('agents.claude.command', program);
  await set('orchestrator.retryDelay', '0.01');
  await set('orchestrator.busyDelay', '0.01');
  await set('orchestrator.failuresToPause', '0');
  // Most turns only talk.
  await set('tasks.doneUnchanged', 'accept');
  await space.orchestrator.start('test');
  return {
    ...space,
    set,
    begin: async (title: string): Promise<TaskView> => {
      const task = unwrap(await space.tasks.commands.create({ title, project: space.project.id }, testAct));
      await space.assign(task);
      return task;
    },
    runs: async (task: TaskView) => unwrap(await space.agents.queries.list({ taskId: task.id })).items.toReversed(),
    /** What the program was started with the n-th time. */
    given: (n: number) => ({
      args: readFileSync(join(folder, `args-${n}`), 'utf8').split('\n'),
      prompt: readFileSync(join(folder, `prompt-${n}`), 'utf8'),
    }),
    starts: () => (existsSync(join(folder, 'count')) ? Number(readFileSync(join(folder, 'count'), 'utf8')) : 0),
  };
}

function programText(folder: string): string {
  return `#!/bin/sh
D='${folder}'
n=$(($(cat $D/count 2>/dev/null || echo 0) + 1)); echo $n > $D/count
for a in "$@"; do echo "$a"; done > $D/args-$n
IFS= read -r line; printf '%s' "$line" > $D/prompt-$n
say() { echo '{"type":"assistant","message":{"id":"m'$n-$1'","content":[{"type":"text","text":"hm"}],"usage":{"input_tokens":1,"output_tokens":1}}}'; }
fails() { echo '{"type":"result","subtype":"success","is_error":true,"api_error_status":'$1',"result":"x"}'; exit 1; }
limited() { echo '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","rateLimitType":"'$1'","resetsAt":'$2'}}'; fails 429; }
answers() { echo '{"type":"result","subtype":"success","is_error":false,"structured_output":'"$1"',"total_cost_usd":'"\${2:-0}"',"modelUsage":{"m":{"inputTokens":1,"outputTokens":1,"costUSD":'"\${2:-0}"'}}}'; exit 0; }
done_() { answers '{"status":"done","summary":"all well"}' $1; }
adds() { echo "$1" > "$1" && git add "$1" && git commit -q -m "feat: $1"; }
. $D/turn-$n
`;
}
