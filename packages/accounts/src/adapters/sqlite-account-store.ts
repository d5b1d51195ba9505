import type { Tx } from '@cw/storage';
import type { AccountStore } from '../ports/account-store.ts';

export function sqliteAccountStore(tx: Tx): AccountStore {
  return {
    isNameTaken: async (name) =>
      (await tx.get('SELECT 1 FROM accounts WHERE name = ? AND deleted_at IS NULL', [name])) !== undefined,
    insert: async ({ id, name, provider, configDir, envKeys }) => {
      await tx.run(
        `INSERT INTO accounts (id, name, provider, config_dir, env_keys, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [id, name, provider, configDir, JSON.stringify(envKeys), tx.at, tx.at],
      );
    },
    remove: async (id) => {
      await tx.run('UPDATE accounts SET deleted_at = ?, updated_at = ? WHERE id = ?', [tx.at, tx.at, id]);
    },
  };
}
