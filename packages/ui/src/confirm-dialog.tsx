import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** Names what will be lost, and what stays. */
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly pending?: boolean | undefined;
  readonly error?: string | undefined;
  /** When given, must be typed before the action can be taken. */
  readonly typeToConfirm?: string | undefined;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const { open, onOpenChange, title, children, action, onConfirm, pending, error, typeToConfirm } = props;
  const ready = !typeToConfirm || typed === typeToConfirm;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setTyped('');
        onOpenChange(next);
      }}
      title={title}
      width="small"
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Keep
          </Button>
          <Button variant="danger-filled" disabled={!ready || pending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-fg-2">
        <div>{children}</div>
        {typeToConfirm && (
          <Field label={`Type ${typeToConfirm} to confirm`}>
            {(ids) => <Input {...ids} value={typed} onChange={(event) => setTyped(event.target.value)} />}
          </Field>
        )}
        {error && (
          <p role="alert" className="text-danger-fg">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
