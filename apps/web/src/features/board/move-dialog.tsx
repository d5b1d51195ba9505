import { Field, FormDialog, Textarea } from '@cw/ui';
import { useState } from 'react';
import { capsOf } from '../../frame/keys.ts';
import type { AskedMove } from './use-board-moves.ts';

type MoveDialogProps = {
  readonly asked: AskedMove;
  readonly onAnswer: (reason: string) => void;
  readonly onClose: () => void;
};

const asks = {
  block: { title: 'Block this task?', action: 'Block', label: 'What does it need from you?' },
  failed: { title: 'Close this task as failed?', action: 'Close as failed', label: 'Why did it fail?' },
  cancelled: { title: 'Cancel this task?', action: 'Cancel the task', label: 'Why is it cancelled?' },
} as const;

const notes = {
  block: 'No agent starts on it until it is reopened.',
  failed: 'Tasks that depend on it keep waiting, and tasks that run if it fails can start. It can be reopened.',
  cancelled: 'Tasks that wait for it can start. Its branch, runs and history are kept, and it can be reopened.',
} as const;

/** Asks for the reason of a move; a task is blocked only with one. */
export function MoveDialog({ asked: { row, move }, onAnswer, onClose }: MoveDialogProps) {
  const [reason, setReason] = useState('');
  const kind = move.kind === 'close' && move.outcome !== 'done' ? move.outcome : 'block';
  const needed = kind === 'block';
  return (
    <FormDialog
      onClose={onClose}
      title={asks[kind].title}
      description={<span className="wrap-anywhere">{row.title}</span>}
      width="small"
      keep="Keep"
      action={asks[kind].action}
      shortcut={capsOf('mod+enter')}
      onSubmit={() => onAnswer(reason)}
    >
      <Field
        label={asks[kind].label}
        aside={needed ? undefined : 'optional'}
        hint={notes[kind]}
        missing={needed && reason.trim() === '' ? 'Say what it needs.' : undefined}
      >
        {(ids) => <Textarea {...ids} autoFocus value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
