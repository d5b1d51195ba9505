import { isAbsolute } from 'node:path';
import { type Act, err, type IdSource, ok, type Result } from '@cw/kernel';
import type { Transact, Tx } from '@cw/storage';
import { append } from '../append.ts';
import { type AccountFailure, checkAccountName } from '../model/account.ts';
import type { AccountProgram } from '../model/account-program.ts';
import type { AccountView } from '../model/account-view.ts';
import type { AccountStore } from '../ports/account-store.ts';
import type { SecretFiles } from '../ports/secret-files.ts';
import { findAccount } from '../queries/list-accounts.ts';

export type AccountDeps = {
  readonly transact: Transact;
  readonly store: (tx: Tx) => AccountStore;
  readonly secrets: SecretFiles;
};

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
  deps: AccountDeps & { readonly ids: IdSource; readonly programs: readonly AccountProgram[] },
  input: AddAccountInput,
  act: Act,
): Promise<Result<AccountView, AccountFailure>> {
  const name = checkAccountName(input.name);
  if (!name.ok) return name;
  const { provider } = input;
  const known = deps.programs.map((program) => program.name);
  if (!known.includes(provider)) return err({ kind: 'account.provider-unknown', provider, known });
  if (input.configDir !== null && (!isAbsolute(input.configDir) || input.configDir.includes('\0'))) {
    return err({ kind: 'account.config-dir-invalid', path: input.configDir });
  }
  const id = deps.ids('account');
  const envKeys = Object.keys(input.env).sort();
  await deps.secrets.write(id, input.env);
  const result = await deps.transact(async (tx) => {
    const store = deps.store(tx);
    if (await store.isNameTaken(name.value)) {
      return err<AccountFailure>({ kind: 'account.name-taken', name: name.value });
    }
    const payload = { name: name.value, provider, configDir: input.configDir, envKeys };
    await store.insert({ id, ...payload });
    await append(tx, { type: 'account.added', entity: id, payload }, act);
    return findAccount(tx, id);
  });
  if (!result.ok) await deps.secrets.remove(id);
  return result;
}

/** Takes a login out of use and its secret values off the disk. Runs that have begun with it go on. */
export async function removeAccount(
  deps: AccountDeps,
  input: { readonly account: string },
  act: Act,
): Promise<Result<AccountView, AccountFailure>> {
  const result = await deps.transact(async (tx) => {
    const found = await findAccount(tx, input.account);
    if (!found.ok) return found;
    await deps.store(tx).remove(found.value.id);
    await append(tx, { type: 'account.removed', entity: found.value.id, payload: { name: found.value.name } }, act);
    return ok(found.value);
  });
  if (result.ok) await deps.secrets.remove(result.value.id);
  return result;
}
