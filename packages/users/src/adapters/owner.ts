import { userInfo } from 'node:os';
import type { Act } from '@cw/kernel';
import type { ReadDb, Storage } from '@cw/storage';
import { append } from '../append.ts';

export type UserRow = { readonly id: string; readonly name: string };

/** The person this workspace belongs to, or undefined before anybody has acted in it. */
export async function findOwner(db: ReadDb): Promise<UserRow | undefined> {
  return db.get<UserRow>('SELECT id, name FROM users ORDER BY n LIMIT 1');
}

/**
 * The person this workspace belongs to; made from the system's user name when somebody acts for the first time.
 */
export async function ensureOwner({ read, transact }: Pick<Storage, 'read' | 'transact'>): Promise<UserRow> {
  const found = await findOwner(read);
  if (found) return found;
  const name = systemUserName();
  return transact(async (tx) => {
    const meanwhile = await findOwner(tx);
    if (meanwhile) return meanwhile;
    const owner = { id: tx.ids('user'), name };
    await tx.run('INSERT INTO users (id, name, created_at) VALUES (?, ?, ?)', [owner.id, owner.name, tx.at]);
    const act: Act = { actor: { kind: 'user', ...owner } };
    await append(tx, { type: 'user.added', entity: owner.id, payload: { name: owner.name } }, act);
    return owner;
  });
}

/** The name of the system's user; `user` where the system knows none. */
function systemUserName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR') return 'user';
    throw error;
  }
}
