import { err, ok, type Result, toIso } from '@cw/kernel';
import { findByStart, type ReadDb } from '@cw/storage';
import type { AccountFailure } from '../model/account.ts';
import type { AccountView } from '../model/account-view.ts';

type AccountRow = {
  id: string;
  name: string;
  provider: string;
  config_dir: string | null;
  env_keys: string;
  created_at: number;
};

const select = 'SELECT id, name, provider, config_dir, env_keys, created_at FROM accounts WHERE deleted_at IS NULL';

/** All accounts, the oldest first: the order in which they are used. */
export async function listAccounts(db: ReadDb): Promise<AccountView[]> {
  return (await db.all<AccountRow>(`${select} ORDER BY n`)).map(toView);
}

/** One account by its id or its name, or an unambiguous start of either. */
export async function findAccount(db: ReadDb, account: string): Promise<Result<AccountView, AccountFailure>> {
  const id = await findByStart(
    db,
    { kind: 'account', from: 'accounts WHERE deleted_at IS NULL', name: 'name' },
    account,
  );
  if (!id.ok) {
    const { matches, meant } = id.error;
    return err(
      matches.length === 0
        ? { kind: 'account.not-found', account, meant }
        : { kind: 'account.ambiguous', account, matches },
    );
  }
  const row = await db.get<AccountRow>(`${select} AND id = ?`, [id.value]);
  return row ? ok(toView(row)) : err({ kind: 'account.not-found', account });
}

function toView(row: AccountRow): AccountView {
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    configDir: row.config_dir,
    envKeys: JSON.parse(row.env_keys),
    createdAt: toIso(row.created_at),
  };
}
