import {
  Button,
  ConfirmDialog,
  cx,
  EmptyState,
  IconButton,
  RelativeTime,
  SkeletonRows,
  StateIcon,
  shortId,
  toast,
} from '@cw/ui';
import { KeyRound, Plus, Trash2 } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { AccountView } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { refresh } from '../../data/refresh.ts';
import { formatMoment } from '../../entities/text/format.ts';
import { openWindow } from '../../frame/layout.ts';
import { TopBar } from '../../frame/top-bar.tsx';

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
      restored. The program's own sign-in is kept.
    </ConfirmDialog>
  );
}

type Rest = {
  readonly accountId: string;
  readonly cause: string;
  readonly model: string | null;
  readonly until: string | null;
};

const causes: Readonly<Record<string, string>> = {
  limit: 'At its limit',
  throttle: 'Too many requests',
  overload: 'Model overloaded',
  offline: 'Model not reached',
  login: 'Signed out',
  spend: 'Not paid for',
};

/** That no agent is started with an account for now, why, and until when. */
function Resting({ rest: { cause, model, until } }: { readonly rest: Rest }) {
  const why = `${causes[cause] ?? 'Not used'}${model === null ? '' : ` with ${model}`}`;
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-small whitespace-nowrap">
      <StateIcon state={until === null ? 'needs-you' : 'limited'} bare />
      {until === null ? why : `${why} until ${formatMoment(Date.parse(until), Date.now())}`}
    </span>
  );
}

/** What an account rests for: what holds for all of it says it all. */
function restsOf(account: AccountView, rests: readonly Rest[] = []): readonly Rest[] {
  const own = rests.filter(({ accountId }) => accountId === account.id);
  const whole = own.filter(({ model }) => model === null);
  return whole.length > 0 ? whole : own;
}

type AccountLineProps = {
  readonly account: AccountView;
  /** As a whole, or for kinds of model. */
  readonly rests: readonly Rest[];
  /** How many runs use it at present. */
  readonly running: number;
  readonly onRemove: () => void;
};

function AccountLine({ account, rests, running, onRemove }: AccountLineProps) {
  return (
    <li className="flex h-8 items-center gap-2.5 pr-2 pl-4 hover:bg-hover max-md:h-11">
      <KeyRound aria-hidden="true" size={14} className="shrink-0 text-fg-mute" />
      <span className="hidden w-14 shrink-0 font-mono text-[11.5px] text-fg-3 sm:inline">{shortId(account.id)}</span>
      <span className="shrink-0 font-medium">{account.name}</span>
      <span className="text-small text-fg-2">{account.provider}</span>
      <code className={cx('min-w-0 flex-1 truncate text-small text-fg-3', rests.length > 0 && 'max-md:invisible')}>
        {account.configDir}
      </code>
      {running > 0 && (
        <span className="flex shrink-0 items-center gap-1.5 text-small whitespace-nowrap tabular-nums">
          <StateIcon state="in-progress" bare />
          {running} running
        </span>
      )}
      {rests.map((rest) => (
        <Resting key={rest.model ?? ''} rest={rest} />
      ))}
      <code className="hidden w-72 shrink-0 truncate text-small text-fg-2 lg:inline">{account.envKeys.join(' ')}</code>
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
  const rests = useQuery(trpc.dispatch.rests.queryOptions()).data?.items;
  const running = useQuery(trpc.runs.list.queryOptions({ active: true, limit: 100 })).data?.items;
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
              Agents use the program's own sign-in. Add an account to have them use another one.
            </EmptyState>
          ) : (
            <ul aria-label="Accounts" className="min-h-0 flex-1 overflow-y-auto">
              {page.items.map((account) => (
                <AccountLine
                  key={account.id}
                  account={account}
                  rests={restsOf(account, rests)}
                  running={running?.filter(({ accountName }) => accountName === account.name).length ?? 0}
                  onRemove={() => setRemoving(account)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {removing && <RemoveAccount account={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
