import { type CliRun, type Style, textTable, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import type { AccountProgram } from '../../model/account-program.ts';
import type { AccountView } from '../../model/account-view.ts';
import { findAccount, listAccounts } from '../../queries/list-accounts.ts';
import { accountRefusals } from '../refusals.ts';

export const accountList =
  (programs: readonly AccountProgram[]): CliRun =>
  async (_input, context) => {
    const items = await listAccounts(context.workspace.storage.read);
    return ok({
      data: { items, total: items.length, nextCursor: null },
      ids: items.map((item) => item.id),
      text: (style) =>
        items.length === 0
          ? `No accounts: agents use the sign-in the program already has.\nAdd one with cw account add <name> --provider ${programs[0]?.name}.`
          : textTable(
              [
                { title: 'NAME', value: (item) => item.name, paint: style.bold },
                { title: 'PROVIDER', value: (item) => item.provider },
                { title: 'SETS', value: (item) => item.envKeys.join(' ') },
                { title: 'CONFIG DIR', value: (item) => item.configDir ?? '', flexible: true },
              ],
              items,
              { width: context.width, head: style.dim },
            ),
    });
  };

export const accountShow: CliRun = async (input, context) => {
  const found = await findAccount(context.workspace.storage.read, input.argument('account'));
  if (!found.ok) return err(toRefusal(accountRefusals, found.error));
  return ok({ data: found.value, ids: [found.value.id], text: (style) => accountText(found.value, style) });
};

export function accountText(account: AccountView, style: Style): string {
  const lines = [
    `${style.bold(account.name)}  ${style.dim(account.id)}`,
    `provider    ${account.provider}`,
    `config dir  ${account.configDir ?? "the program's own"}`,
    `sets        ${account.envKeys.length === 0 ? 'nothing' : `${account.envKeys.join(', ')} (values are not shown)`}`,
  ];
  return lines.join('\n');
}
