import { Button, Field, FormDialog, Input, Select, Textarea, toast } from '@cw/ui';
import { RotateCcw } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { RunRow } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';

const ways = [
  { value: '', label: 'From where it stopped, if possible' },
  { value: 'resume', label: 'Only from where it stopped' },
  { value: 'fresh', label: 'From the beginning' },
] as const;
type Way = (typeof ways)[number]['value'];

type RetryRunProps = {
  readonly run: Pick<RunRow, 'id' | 'taskTitle' | 'abilities'>;
  readonly size?: 'medium' | 'large' | undefined;
  readonly className?: string | undefined;
  /** Whether it is the first thing to do here. */
  readonly leads?: boolean | undefined;
};

/** Has the task of its last run tried again, in the way and with the words that a person gives. */
export function RetryRun({ run, size, className, leads }: RetryRunProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant={leads ? 'primary' : 'outline'}
        size={size}
        className={className}
        icon={<RotateCcw aria-hidden="true" size={13} />}
        onClick={() => setAsking(true)}
      >
        Try it again
      </Button>
      {asking && <RetryDialog run={run} onClose={() => setAsking(false)} />}
    </>
  );
}

function RetryDialog({ run, onClose }: Pick<RetryRunProps, 'run'> & { readonly onClose: () => void }) {
  const [way, setWay] = useState<Way>('');
  const [model, setModel] = useState('');
  const [note, setNote] = useState('');
  const retry = useMutation(
    trpc.dispatch.retry.mutationOptions({
      onSuccess: ({ mode }) => {
        const how = mode === 'resume' ? 'resumes where it stopped' : 'starts from scratch';
        toast({ state: 'in-progress', text: `“${run.taskTitle}” ${how}` });
        refresh('tasks', 'runs', 'dispatch');
        onClose();
      },
    }),
  );
  const { conversation: hasConversation } = run.abilities;
  const confirm = () =>
    retry.mutate({
      run: run.id,
      ...(way === '' ? {} : { mode: way }),
      ...(model.trim() === '' ? {} : { model: model.trim() }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    });
  return (
    <FormDialog
      onClose={onClose}
      title="Try this task again?"
      description="The work of earlier runs is kept in any case."
      width="small"
      keep="Keep"
      action="Try it again"
      ready={!retry.isPending}
      error={refusalText(retry.error)}
      onSubmit={confirm}
    >
      {hasConversation && (
        <>
          <Field label="How" hint="From where it stopped: with the agent’s conversation and its worktree.">
            {(ids) => (
              <Select
                {...ids}
                options={ways}
                value={way}
                onChange={(event) => setWay(ways.find(({ value }) => value === event.target.value)?.value ?? '')}
              />
            )}
          </Field>
          <Field label="Model" aside="optional">
            {(ids) => <Input {...ids} value={model} onChange={(event) => setModel(event.target.value)} />}
          </Field>
          <Field label="For the agent" aside="optional">
            {(ids) => <Textarea {...ids} short value={note} onChange={(event) => setNote(event.target.value)} />}
          </Field>
        </>
      )}
      {!hasConversation && <p className="text-fg-2">Its script runs from the beginning.</p>}
    </FormDialog>
  );
}
