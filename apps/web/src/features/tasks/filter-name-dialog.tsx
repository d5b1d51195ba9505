import { Field, FormDialog, Input } from '@cw/ui';
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
    <FormDialog
      onClose={onClose}
      title="Save this filter"
      description="It saves the filters, grouping, sorting and display in this browser. To share it, copy the address."
      width="small"
      action={taken.includes(name) ? 'Replace' : 'Save'}
      onSubmit={() => onName(name)}
    >
      <Field
        label="Name"
        hint={taken.includes(name) ? 'Replaces the filter with this name.' : undefined}
        missing={name === '' ? 'Give it a name.' : undefined}
      >
        {(ids) => (
          <Input {...ids} autoFocus maxLength={80} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
