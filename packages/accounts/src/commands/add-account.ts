import { isAbsolute } from 'node:path';
import { type Act, err, type IdSource, ok, type Result } from '@cw/kernel';
import type { Transact } from '@cw/storage';
import { type AccountFailure, accountProviders, checkAccountName } from '../model/account.ts';
import type { AccountView } from '../model/account-view.ts';
import type { SecretFiles } from '../ports/secret-files.ts';
import { findAccount } from '../queries/list-accounts.ts';

export type AddAccountInput = {
  readonly name: string;
  readonly provider: string;
  /** Absolute path of the program's own configuration directory, where its owner signed in. */
  readonly configDir: string | null;
  readonly env: Readonly<Record<string, string>>;
};

/**
 * Adds a login. Its file is written before its row, so that a row never lacks its values; a file without a row is
 * taken away again when the rules refuse the row.
 */
export async function addAccount(
  deps: { readonly transact: Transact; readonly secrets: SecretFiles; readonly ids: IdSource },
  input: AddAccountInput,
  act: Act,
): Promise<Result<AccountView, AccountFailure>> {
  const name = checkAccountName(input.name);
  if (!name.ok) return name;
  const provider = accountProviders.find((known) => known === input.provider);
  if (provider === undefined) return err({ kind: 'account.provider-unknown', provider: input.provider });
  if (input.configDir !== null && (!isAbsolute(input.configDir) || input.configDir.includes('\0'))) {
    return err({ kind: 'account.config-dir-invalid', path: input.configDir });
  }
  const id = deps.ids('account');
  const envKeys = Object.keys(input.env).sort();
  await deps.secrets.write(id, input.env);
  const result = await deps.transact(async (tx) => {
    const taken = await tx.get('SELECT 1 FROM accounts WHERE name = ? AND deleted_at IS NULL', [name.value]);
    if (taken) return err<AccountFailure>({ kind: 'account.name-taken', name: name.value });
    await tx.run(
      `INSERT INTO accounts (id, name, provider, config_dir, env_keys, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [id, name.value, provider, input.configDir, JSON.stringify(envKeys), tx.at, tx.at],
    );
    const payload = { name: name.value, provider, configDir: input.configDir, envKeys };
    await tx.append({ type: 'account.added', entity: id, payload }, act);
    return findAccount(tx, id);
  });
  if (!result.ok) await deps.secrets.remove(id);
  return result;
}

/** Takes a login out of use and its secret values off the disk. Runs that have begun with it go on. */
export async function removeAccount(
  deps: { readonly transact: Transact; readonly secrets: SecretFiles },
  input: { readonly account: string },
  act: Act,
): Promise<Result<AccountView, AccountFailure>> {
  const result = await deps.transact(async (tx) => {
    const found = await findAccount(tx, input.account);
    if (!found.ok) return found;
    await tx.run('UPDATE accounts SET deleted_at = ?, updated_at = ? WHERE id = ?', [tx.at, tx.at, found.value.id]);
    await tx.append({ type: 'account.removed', entity: found.value.id, payload: { name: found.value.name } }, act);
    return ok(found.value);
  });
  if (result.ok) await deps.secrets.remove(result.value.id);
  return result;
}
