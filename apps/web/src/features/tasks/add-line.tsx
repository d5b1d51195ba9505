import { Button, Input } from '@cw/ui';
import { Plus } from '@cw/ui/icons';
import { PropertyError } from './task-property.tsx';

type AddButtonProps = {
  /** What is added, for a screen reader. */
  readonly name: string;
  readonly onClick: () => void;
};

/** Beside the heading of a section: opens the form that adds to it. */
export function AddButton({ name, onClick }: AddButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      className="max-md:h-11"
      icon={<Plus aria-hidden="true" size={13} />}
      aria-label={name}
      onClick={onClick}
    >
      Add
    </Button>
  );
}

type AddLineProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Takes the line without the space around it; never an empty one. */
  readonly onAdd: (line: string) => void;
  readonly onClose: () => void;
  /** Why the last one was refused. */
  readonly error: string | undefined;
};

/** One line that Enter adds; Escape closes it. */
export function AddLine({ label, placeholder, value, onChange, onAdd, onClose, error }: AddLineProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-center gap-1">
        <Input
          className="flex-1"
          autoFocus
          aria-label={label}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
            if (event.key !== 'Enter' || value.trim() === '') return;
            event.preventDefault();
            onAdd(value.trim());
          }}
        />
        <Button variant="quiet" className="max-md:h-11" onClick={onClose}>
          Close
        </Button>
      </span>
      <PropertyError error={error} />
    </div>
  );
}
