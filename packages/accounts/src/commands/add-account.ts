import { isAbsolute } from 'node:path';
import { type Act, err, type IdSource, type Result } from '@cw/kernel';
import type { StoreTransact } from '@cw/storage';
import type { AccountStore } from '../adapters/account-store.ts';
import type { SecretFiles } from '../adapters/home-secret-files.ts';
import { type AccountFailure, checkAccountName, checkEnv } from '../model/account.ts';
import type { AccountProgram } from '../model/account-program.ts';
import type { AccountView } from '../model/account-view.ts';

export type AccountDeps = {
  readonly transact: StoreTransact<AccountStore>;
  readonly secrets: SecretFiles;
  readonly ids: IdSource;
  /** What an account can be a login of. */
  readonly programs: readonly AccountProgram[];
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
  { transact, secrets, ids, programs }: AccountDeps,
  input: AddAccountInput,
  act: Act,
): Promise<Result<AccountView, AccountFailure>> {
  const env = checkEnv(input.env);
  if (!env.ok) return env;
  const name = checkAccountName(input.name);
  if (!name.ok) return name;
  const { provider, configDir } = input;
  const known = programs.map((program) => program.name);
  if (!known.includes(provider)) return err({ kind: 'account.provider-unknown', provider, known });
  if (configDir !== null && (!isAbsolute(configDir) || configDir.includes('\0'))) {
    return err({ kind: 'account.config-dir-invalid', path: configDir });
  }
  const id = ids('account');
  const payload = { name: name.value, provider, configDir, envKeys: Object.keys(env.value).sort() };
  await secrets.write(id, env.value);
  const result = await transact(async (store) => {
    if (await store.isNameTaken(name.value)) {
      return err<AccountFailure>({ kind: 'account.name-taken', name: name.value });
    }
    await store.insert({ id, ...payload });
    await store.append({ type: 'account.added', entity: id, payload }, act);
    return store.find(id);
  });
  if (!result.ok) await secrets.remove(id);
  return result;
}

/** Takes a login out of use and its secret values off the disk. Runs that have begun with it go on. */
export async function removeAccount(
  { transact, secrets }: Pick<AccountDeps, 'transact' | 'secrets'>,
  { account }: { readonly account: string },
  act: Act,
): Promise<Result<AccountView, AccountFailure>> {
  const result = await transact(async (store) => {
    const found = await store.find(account);
    if (!found.ok) return found;
    const { id, name } = found.value;
    await store.remove(id);
    await store.append({ type: 'account.removed', entity: id, payload: { name } }, act);
    return found;
  });
  if (result.ok) await secrets.remove(result.value.id);
  return result;
}
