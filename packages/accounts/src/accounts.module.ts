import { boundTo } from '@cw/storage';
import { type AccountWorkspace, accountDeps } from './account-deps.ts';
import { addAccount, removeAccount } from './commands/add-account.ts';
import type { AccountProgram } from './model/account-program.ts';
import { findAccount, listAccounts } from './queries/list-accounts.ts';

/** The logins of one workspace. @param programs what an account can be a login of */
export function createAccountsModule(workspace: AccountWorkspace, programs: readonly AccountProgram[]) {
  const deps = accountDeps(workspace, programs);
  return {
    programs,
    commands: boundTo(deps, { add: addAccount, remove: removeAccount }),
    queries: boundTo(workspace.storage.read, { list: listAccounts, find: findAccount }),
    /** What an agent that runs under an account gets in its environment, by the account's id. Secret. */
    environment: deps.secrets.read,
  };
}

export type AccountsModule = ReturnType<typeof createAccountsModule>;
