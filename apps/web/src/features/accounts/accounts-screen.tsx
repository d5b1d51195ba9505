import { Button, ConfirmDialog, EmptyState, IconButton, RelativeTime, SkeletonRows, shortId, toast } from '@cw/ui';
import { KeyRound, Plus, Trash2 } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../shared/api.ts';
import type { AccountView } from '../../shared/api-types.ts';
import { TopBar } from '../../shared/frame/top-bar.tsx';
import { openWindow } from '../../shared/layout.ts';
import { QueryView } from '../../shared/query-view.tsx';
import { refresh } from '../../shared/refresh.ts';

function RemoveAccount({ account, onClose }: { readonly account: AccountView; readonly onClose: () => void }) {
  const remove = useMutation(
    trpc.accounts.remove.mutationOptions({
      onSuccess: () => {
        toast({ state: 'cancelled', text: `Removed ${account.name}` });
        refresh('accounts');
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${account.name}?`}
      action="Remove account"
      typeToConfirm={account.name}
      pending={remove.isPending}
      error={refusalText(remove.error)}
      onConfirm={() => remove.mutate({ account: account.id })}
    >
      Its variables {account.envKeys.length > 0 && `(${account.envKeys.join(', ')}) `}are deleted here and cannot be
      brought back. The sign-in of the program itself stays.
    </ConfirmDialog>
  );
}

function AccountLine({ account, onRemove }: { readonly account: AccountView; readonly onRemove: () => void }) {
  return (
    <li className="flex h-8 items-center gap-2.5 pr-2 pl-4 hover:bg-hover max-md:h-11">
      <KeyRound aria-hidden="true" size={14} className="shrink-0 text-fg-mute" />
      <span className="hidden w-14 shrink-0 font-mono text-[11.5px] text-fg-3 sm:inline">{shortId(account.id)}</span>
      <span className="shrink-0 font-medium">{account.name}</span>
      <span className="text-small text-fg-2">{account.provider}</span>
      <code className="min-w-0 flex-1 truncate text-small text-fg-3">{account.configDir}</code>
      <code className="hidden max-w-80 truncate text-small text-fg-2 md:inline">{account.envKeys.join(' ')}</code>
      <RelativeTime at={account.createdAt} className="w-8 shrink-0 text-right text-small text-fg-3" />
      <IconButton label={`Remove ${account.name}`} size="small" className="max-md:size-11" onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

function addAccount(): void {
  openWindow.set({ kind: 'add-account' });
}

/** The logins agents work under. */
export function AccountsScreen() {
  const query = useQuery(trpc.accounts.list.queryOptions());
  const [removing, setRemoving] = useState<AccountView>();
  return (
    <>
      <TopBar title="Accounts" count={query.data?.total}>
        <Button icon={<Plus aria-hidden="true" size={14} />} onClick={addAccount}>
          Add account
        </Button>
      </TopBar>
      <QueryView query={query} what="The accounts" pending={<SkeletonRows rows={4} label="Loading accounts" />}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState
              icon={<KeyRound />}
              title="No accounts, and none needed"
              action={
                <Button variant="primary" onClick={addAccount}>
                  Add account
                </Button>
              }
            >
              Agents use your own sign-in of the program. Add an account to have them work under another one.
            </EmptyState>
          ) : (
            <ul aria-label="Accounts" className="min-h-0 flex-1 overflow-y-auto">
              {page.items.map((account) => (
                <AccountLine key={account.id} account={account} onRemove={() => setRemoving(account)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {removing && <RemoveAccount account={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
