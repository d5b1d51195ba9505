import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { AccountEvent } from '../contract.ts';
import { findAccount } from '../queries/list-accounts.ts';

export type NewAccount = {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly configDir: string | null;
  /** Names of the variables in its file; the values are nowhere else. */
  readonly envKeys: readonly string[];
};

export type AccountStore = ReturnType<typeof accountStore>;

/** Accounts inside one write transaction. */
export function accountStore(tx: Tx) {
  return {
    find: (account: string) => findAccount(tx, account),
    isNameTaken: async (name: string) =>
      (await tx.get('SELECT 1 FROM accounts WHERE name = ? AND deleted_at IS NULL', [name])) !== undefined,
    insert: async ({ id, name, provider, configDir, envKeys }: NewAccount) => {
      await tx.run(
        `INSERT INTO accounts (id, name, provider, config_dir, env_keys, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [id, name, provider, configDir, JSON.stringify(envKeys), tx.at, tx.at],
      );
    },
    /** Takes it out of every list; the row stays. */
    remove: async (id: string) => {
      await tx.run('UPDATE accounts SET deleted_at = ?, updated_at = ? WHERE id = ?', [tx.at, tx.at, id]);
    },
    append: async (event: AccountEvent, act: Act) => {
      await append(tx, event, act);
    },
  };
}
