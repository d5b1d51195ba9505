import type { Workspace } from '@cw/entry';
import { commandsOver } from '@cw/storage';
import { accountStore } from './adapters/account-store.ts';
import { homeSecretFiles } from './adapters/home-secret-files.ts';
import type { AccountDeps } from './commands/add-account.ts';
import type { AccountProgram } from './model/account-program.ts';

export type AccountWorkspace = Pick<Workspace, 'home' | 'ids' | 'storage'>;

/** What the commands of this room take of a workspace: each writes a file outside its transaction. */
export function accountDeps(workspace: AccountWorkspace, programs: readonly AccountProgram[]): AccountDeps {
  const { home, ids } = workspace;
  return { transact: commandsOver(accountStore).transact(workspace), secrets: homeSecretFiles(home), ids, programs };
}
