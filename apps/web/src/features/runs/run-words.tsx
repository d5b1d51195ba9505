import { cx, IconButton, RelativeTime, StateIcon, Textarea, toast } from '@cw/ui';
import { ArrowUp } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { RunMessage, RunView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';
import { refresh } from '../../data/refresh.ts';
import { harmless } from '../../entities/text/harmless.ts';

const lastShown = 3;

/** Whether the agent has it, which is known when its program repeats it. */
function Receipt({ message, over }: { readonly message: RunMessage; readonly over: boolean }) {
  const { deliveredAt } = message;
  const state = deliveredAt !== null ? 'done' : over ? 'failed' : 'waiting';
  const word = deliveredAt !== null ? 'Delivered' : over ? 'Never reached the agent' : 'Sent, read at its next turn';
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-small text-fg-2">
      <StateIcon state={state} bare />
      {word}
      <RelativeTime at={deliveredAt ?? message.createdAt} className="text-fg-3" />
    </span>
  );
}

function Sent({ run }: { readonly run: RunView }) {
  const { data } = useQuery(trpc.dispatch.messages.queryOptions({ run: run.id }));
  const over = run.endedAt !== null;
  const shown = data?.items.filter(({ deliveredAt }) => !over || deliveredAt === null).slice(-lastShown) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Messages to the agent" className="flex flex-col gap-1.5">
      {shown.map((message) => (
        <li key={message.id} className="flex items-baseline gap-3 max-md:flex-col max-md:gap-0.5">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="text-fg-3">{message.senderName}: </span>
            {harmless(message.text)}
          </span>
          <Receipt message={message} over={over} />
        </li>
      ))}
    </ul>
  );
}

/** Whether something can be said to the agent: while it works, or as a follow-up to the result of the last run. */
function useTurn(run: RunView): 'message' | 'follow-up' | undefined {
  const { data } = useQuery(trpc.runs.list.queryOptions({ taskId: run.taskId, limit: 50 }));
  if (run.endedAt === null) return run.abilities.messages ? 'message' : undefined;
  if (!run.abilities.conversation) return undefined;
  const isLast = data !== undefined && !data.items.some(({ attempt }) => attempt > run.attempt);
  return isLast && run.outcome === 'done' ? 'follow-up' : undefined;
}

const fields = {
  message: { label: 'A message to the agent', send: 'Send the message' },
  'follow-up': { label: 'A follow-up in the same conversation', send: 'Send the follow-up' },
} as const;

/** What a person says to the agent of a run, and what of it has reached it. */
export function RunWords({ run }: { readonly run: RunView }) {
  const turn = useTurn(run);
  const [text, setText, clear] = useDraft(`run-words.${run.id}`, '');
  const message = useMutation(
    trpc.dispatch.message.mutationOptions({
      onSuccess: () => {
        clear();
        refresh('dispatch');
      },
    }),
  );
  const followUp = useMutation(
    trpc.dispatch.followUp.mutationOptions({
      onSuccess: () => {
        clear();
        toast({ state: 'in-progress', text: `“${run.taskTitle}” continues in the same conversation` });
        refresh('runs', 'tasks', 'dispatch');
      },
    }),
  );
  const pending = message.isPending || followUp.isPending;
  const error = refusalText(turn === 'message' ? message.error : followUp.error);
  const words = text.trim();
  const send = () => {
    if (words === '' || pending) return;
    if (turn === 'message') message.mutate({ run: run.id, text: words });
    else followUp.mutate({ run: run.id, text: words });
  };
  return (
    <div className={cx('flex shrink-0 flex-col gap-2 border-line px-4 md:px-5', turn && 'border-t py-2.5')}>
      <Sent run={run} />
      {turn && (
        <div className="flex items-end gap-2">
          <Textarea
            aria-label={fields[turn].label}
            placeholder={fields[turn].label}
            short
            className="max-h-40 max-md:min-h-11 max-md:py-2.5"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
          <IconButton
            label={fields[turn].send}
            className="size-8 border border-line-2 bg-raised max-md:size-11"
            disabled={words === '' || pending}
            onClick={send}
          >
            <ArrowUp />
          </IconButton>
        </div>
      )}
      {error && (
        <p role="alert" className="text-small text-danger-fg wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  );
}
