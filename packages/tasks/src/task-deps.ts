import type { Workspace } from '@cw/entry';
import type { Storage } from '@cw/storage';
import { taskTransact } from './adapters/sqlite-task-store.ts';
import type { TaskDeps } from './commands/task-work.ts';

/** What the tracker's commands need of a workspace, for doors that run one of them and load no other. */
export function taskDeps(
  workspace: Pick<Workspace, 'ids'> & { readonly storage: Pick<Storage, 'transact'> },
): TaskDeps {
  return { transact: taskTransact(workspace.storage.transact), ids: workspace.ids };
}
