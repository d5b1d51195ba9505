import { Field, FormDialog, Textarea } from '@cw/ui';
import { useState } from 'react';

type ReasonDialogProps = {
  readonly title: string;
  /** What will be so afterwards, and what stays. */
  readonly children: string;
  readonly action: string;
  readonly required?: boolean | undefined;
  readonly onConfirm: (reason: string | undefined) => void;
  readonly onClose: () => void;
};

/** Asks for the reason of a move. */
export function ReasonDialog({ title, children, action, required, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const missing = required && reason.trim() === '' ? 'Give a reason.' : undefined;
  const confirm = () => {
    onConfirm(reason.trim() || undefined);
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={children}
      width="small"
      keep="Keep"
      variant="outline"
      action={action}
      onSubmit={confirm}
    >
      <Field label="Reason" aside={required ? undefined : 'optional'} missing={missing}>
        {(ids) => (
          <Textarea
            {...ids}
            autoFocus
            short
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
