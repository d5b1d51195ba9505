import { Button, Textarea, useNarrow } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { ThreadView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { addressOf, partyName } from '../../entities/mail/mail-words.ts';
import { useKeys } from '../../frame/keys.ts';
import { optionsSent, SendOptionFields, usualOptions } from './send-options.tsx';

type Reply = NonNullable<ThreadView['reply']>;

/** That the run has ended, and who is written to instead. */
function Instead({ reply }: { readonly reply: Reply }) {
  if (reply.endedRun === null) return null;
  return (
    <p className="text-small text-fg-2">
      <Link
        to="/runs/$runId"
        params={{ runId: reply.endedRun }}
        search={onlyProject}
        className="text-accent-fg hover:underline"
      >
        The run
      </Link>{' '}
      has ended; this goes to its agent, which reads it with its next one.
    </p>
  );
}

function ReplyForm({ thread, reply }: { readonly thread: ThreadView; readonly reply: Reply }) {
  const [text, setText, clear] = useDraft(`reply.${thread.id}`, '');
  const [options, setOptions] = useState(usualOptions);
  const field = useRef<HTMLTextAreaElement>(null);
  const narrow = useNarrow();
  const send = useMutation(
    trpc.messages.send.mutationOptions({
      onSuccess: () => {
        clear();
        setOptions(usualOptions);
        refresh('messages', 'dispatch');
      },
    }),
  );
  useKeys([{ keys: 'r', label: 'Write an answer', group: 'In a list', run: () => field.current?.focus() }]);
  const words = text.trim();
  const name = partyName(reply, true);
  const submit = () => {
    if (words === '' || send.isPending) return;
    send.mutate({ to: addressOf(reply), replyTo: thread.messages.at(-1)?.id, text: words, ...optionsSent(options) });
  };
  const error = refusalText(send.error);
  return (
    <form
      aria-label="Answer"
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Instead reply={reply} />
      <Textarea
        ref={field}
        aria-label={`Write to ${name}`}
        placeholder={`Write to ${name}`}
        short
        className="max-h-48 max-md:min-h-11 max-md:py-2.5"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {(!narrow || words !== '') && (
        <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
          <SendOptionFields options={options} onChange={setOptions} />
          <Button
            type="submit"
            variant="primary"
            size={narrow ? 'large' : 'medium'}
            className="max-md:col-span-2 md:ml-auto"
            disabled={words === '' || send.isPending}
          >
            Send
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className="text-small text-danger-fg wrap-anywhere">
          {error}
        </p>
      )}
    </form>
  );
}

/** Where the next message of a thread is written; where nobody would read it, that is said. */
export function ReplyBox({ thread }: { readonly thread: ThreadView }) {
  if (thread.reply === null) return <p className="text-small text-fg-2">Nobody would read a reply.</p>;
  return <ReplyForm key={thread.id} thread={thread} reply={thread.reply} />;
}
