import type { ReadDb } from '@cw/storage';

/** What people call an account; null when there is none. */
export async function accountNameOf(db: ReadDb, accountId: string): Promise<string | null> {
  const row = await db.get<{ name: string }>('SELECT name FROM account_view WHERE id = ?', [accountId]);
  return row?.name ?? null;
}
