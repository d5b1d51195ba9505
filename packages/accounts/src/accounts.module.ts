import type { Workspace } from '@cw/entry';
import { type Act, err, type Result } from '@cw/kernel';
import { homeSecretFiles } from './adapters/home-secret-files.ts';
import { sqliteAccountStore } from './adapters/sqlite-account-store.ts';
import { type AddAccountInput, addAccount, removeAccount } from './commands/add-account.ts';
import { type AccountFailure, parseEnv } from './model/account.ts';
import type { AccountProgram } from './model/account-program.ts';
import type { AccountView } from './model/account-view.ts';
import { findAccount, listAccounts } from './queries/list-accounts.ts';

export type AccountsModule = {
  /** What an account can be a login of. */
  readonly programs: readonly AccountProgram[];
  list(): Promise<AccountView[]>;
  /** By id, start of id, or name. */
  find(account: string): Promise<Result<AccountView, AccountFailure>>;
  add(input: AddAccountInput, act: Act): Promise<Result<AccountView, AccountFailure>>;
  remove(input: { readonly account: string }, act: Act): Promise<Result<AccountView, AccountFailure>>;
  /** What an agent that runs under the account gets in its environment. Secret. */
  environment(accountId: string): Promise<Readonly<Record<string, string>>>;
};

export function createAccountsModule(
  workspace: Pick<Workspace, 'home' | 'ids' | 'storage'>,
  programs: readonly AccountProgram[],
): AccountsModule {
  const { transact, read } = workspace.storage;
  const secrets = homeSecretFiles(workspace.home);
  const deps = { transact, secrets, store: sqliteAccountStore };
  return {
    programs,
    list: () => listAccounts(read),
    find: (account) => findAccount(read, account),
    add: async (input, act) => {
      const env = parseEnv(
        Object.entries(input.env).map(([key, value]) => `${key}=${value}`),
        {},
      );
      if (!env.ok) return err(env.error);
      return addAccount({ ...deps, ids: workspace.ids, programs }, { ...input, env: env.value }, act);
    },
    remove: (input, act) => removeAccount(deps, input, act),
    environment: (accountId) => secrets.read(accountId),
  };
}
