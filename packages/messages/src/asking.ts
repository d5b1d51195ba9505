import { readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import { type Act, err, ok } from '@cw/kernel';
import { inboxStore } from './adapters/inbox-store.ts';
import { whereItLeads } from './adapters/where-it-leads.ts';
import { expireItems, markDelivered } from './commands/answer-item.ts';
import type { Asking } from './commands/ask-person.ts';
import { raiseItem } from './commands/raise-item.ts';
import { askWaitKey, permissionTimeoutKey } from './messages-config.ts';
import type { CalledTool } from './model/covers.ts';
import { findItem } from './queries/find-items.ts';
import { ruleFor } from './queries/find-rules.ts';
import { questionsOf } from './queries/questions-of.ts';
import { runLimit } from './queries/run-limit.ts';
import { inbox } from './run.ts';

/** Who asks, about which task. */
export type Asker = { readonly runId: string; readonly taskId: string; readonly projectId: string };

/** What asking takes of a workspace. */
export function createAsking(workspace: Workspace, { runId, taskId, projectId }: Asker, act: Act) {
  const { read, bus, transact } = workspace.storage;
  const scope = { project: projectId, task: taskId };
  const find = async (id: string) => {
    const found = await findItem(read, id);
    return found.ok ? found.value : undefined;
  };
  const asking: Asking = {
    raise: (item) =>
      transact(async (tx) => {
        const limit = item.kind === 'question' ? await runLimit(tx, 'questions', { projectId, taskId }) : undefined;
        if (limit && (await questionsOf(tx, runId)) >= limit.most) {
          return err({ kind: 'run.limit-reached', what: 'questions', ...limit });
        }
        return ok(await raiseItem(inboxStore(tx), item, act));
      }),
    find,
    onCommit: (wake) => bus.onCommit(wake),
    delivered: (id) => inbox.run(workspace, markDelivered, id),
  };
  return {
    asking,
    find,
    /** Ends what nobody answered in time, should no server be there to do it. */
    expire: () => inbox.run(workspace, expireItems, act),
    whereItLeads,
    ruleFor: (call: CalledTool) => ruleFor(read, { projectId, ...call }),
    permissionMs: async () => (await readSetting(read, permissionTimeoutKey, scope)).value * 1000,
    waitMs: async () => (await readSetting(read, askWaitKey, scope)).value * 1000,
  };
}
