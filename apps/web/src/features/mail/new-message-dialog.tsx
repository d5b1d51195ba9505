import { Field, FormDialog, Textarea, toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { MailView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { partyName } from '../../entities/mail/mail-words.ts';
import { NamedTasks } from '../../entities/task/named-tasks.tsx';
import { TaskPicker } from '../../entities/task/task-picker.tsx';
import { capsOf } from '../../frame/keys.ts';
import { type Addressee, closeWindow } from '../../frame/layout.ts';
import { RecipientField } from './recipient-field.tsx';
import { optionsSent, SendOptionFields, usualOptions } from './send-options.tsx';

/** When whoever it is for has it. */
function sentWords({ recipient }: MailView): string {
  const name = partyName(recipient, true);
  if (recipient.kind === 'run') return `Sent; the agent of ${name} gets it at its next turn`;
  return recipient.kind === 'person' ? 'Sent to yourself' : `Kept for ${name}, to be read next time`;
}

const noTasks: readonly string[] = [];

/** A message that begins a thread. */
export function NewMessageDialog({ to: given }: { readonly to?: Addressee | undefined }) {
  const [to, setTo] = useState<Addressee | string>(given ?? '');
  const [text, setText, clear] = useDraft(`new-message.${given?.to ?? ''}`, '');
  const [task, setTask] = useState<string>();
  const [options, setOptions] = useState(usualOptions);
  const navigate = useNavigate();
  const send = useMutation(
    trpc.messages.send.mutationOptions({
      onSuccess: (sent) => {
        clear();
        refresh('messages', 'dispatch');
        closeWindow();
        const open = () =>
          void navigate({
            to: '/inbox/messages/$threadId',
            params: { threadId: sent.threadId },
            search: onlyProject,
          });
        toast({ state: 'done', text: sentWords(sent), action: { label: 'Open', run: open } });
      },
    }),
  );
  const address = typeof to === 'string' ? to.trim() : to.to;
  return (
    <FormDialog
      onClose={closeWindow}
      title="New message"
      action="Send"
      shortcut={capsOf('mod+enter')}
      ready={!send.isPending}
      onSubmit={() => send.mutate({ to: address, text: text.trim(), task, ...optionsSent(options) })}
    >
      <RecipientField value={to} onChange={setTo} error={refusalText(send.error)} autoFocus={given === undefined} />
      <Field label="Message" missing={text.trim() === '' ? 'Write the message.' : undefined}>
        {(ids) => (
          <Textarea
            {...ids}
            autoFocus={given !== undefined}
            required
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <SendOptionFields options={options} onChange={setOptions} />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-small font-medium text-fg-2">About the task</span>
        {task === undefined ? (
          <TaskPicker label="Add the task" except={noTasks} onPick={setTask} />
        ) : (
          <NamedTasks ids={[task]} remove="Do not link the task" onRemove={() => setTask(undefined)} />
        )}
      </div>
    </FormDialog>
  );
}
