import { Button, Dialog, Field, Input } from '@cw/ui';
import { useState } from 'react';

type NameDialogProps = {
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
};

/** Asks what a filter is to be called. */
export function FilterNameDialog({ taken, onClose, onName }: NameDialogProps) {
  const [text, setText] = useState('');
  const name = text.trim();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save this filter"
      description="It keeps what is filtered, and how it is grouped, sorted and shown, in this browser. To pass it on, copy the address."
      width="small"
      footer={
        <Button variant="primary" disabled={name === ''} onClick={() => onName(name)}>
          {taken.includes(name) ? 'Replace' : 'Save'}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name) onName(name);
        }}
      >
        <Field label="Name" hint={taken.includes(name) ? 'Replaces the filter of this name.' : undefined}>
          {(ids) => (
            <Input {...ids} autoFocus maxLength={80} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
