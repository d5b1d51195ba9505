import { Button, Dialog, Field, Textarea } from '@cw/ui';
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
  const ready = !required || reason.trim() !== '';
  const confirm = () => {
    if (!ready) return;
    onConfirm(reason.trim() || undefined);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={children}
      width="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Keep
          </Button>
          <Button disabled={!ready} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      <Field label="Reason" aside={required ? undefined : 'optional'}>
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
              confirm();
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
