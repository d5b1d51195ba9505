import { resolve } from 'node:path';
import { type CliRun, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { accountDeps } from '../../account-deps.ts';
import { addAccount, removeAccount } from '../../commands/add-account.ts';
import { parseEnv } from '../../model/account.ts';
import type { AccountProgram } from '../../model/account-program.ts';
import { accountRefusals } from '../refusals.ts';
import { accountText } from './account-read.ts';

export const accountAdd =
  (programs: readonly AccountProgram[]): CliRun =>
  async (input, context) => {
    const env = parseEnv(input.optionList('env'), context.env);
    if (!env.ok) return err(toRefusal(accountRefusals, env.error));
    const configDir = input.option('config-dir');
    const result = await addAccount(
      accountDeps(context.workspace, programs),
      {
        name: input.argument('name'),
        provider: input.option('provider') ?? programs[0]?.name ?? '',
        configDir: configDir === undefined ? null : resolve(context.cwd, configDir),
        env: env.value,
      },
      await context.act(),
    );
    if (!result.ok) return err(toRefusal(accountRefusals, result.error));
    const account = result.value;
    return ok({ data: account, ids: [account.id], text: (style) => accountText(account, style) });
  };

export const accountRemove: CliRun = async (input, context) => {
  const wanted = { account: input.argument('account') };
  const result = await removeAccount(accountDeps(context.workspace, []), wanted, await context.act());
  if (!result.ok) return err(toRefusal(accountRefusals, result.error));
  const account = result.value;
  return ok({
    data: account,
    ids: [account.id],
    text: () => `Removed ${account.name}; its login in the program itself is untouched.`,
  });
};
