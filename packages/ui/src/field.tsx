import { CircleAlert } from 'lucide-react';
import { type ReactNode, useContext, useId } from 'react';
import { FormTried } from './form-tried.ts';

type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** What to do, where the form cannot be sent as this field is; said once somebody has tried. */
  readonly missing?: string | undefined;
  /** Shown after the label: optional, or a unit. */
  readonly aside?: string | undefined;
  readonly children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
};

/** A labelled control with its hint, and its refusal right below it. */
export function Field({ label, hint, error: refused, missing, aside, children }: FieldProps) {
  const id = useId();
  const tried = useContext(FormTried);
  const error = (tried ? missing : undefined) ?? refused;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5" data-missing={missing === undefined ? undefined : ''}>
      <label htmlFor={id} className="flex items-baseline gap-2 text-small font-medium text-fg-2">
        {label}
        {aside && <span className="font-normal text-fg-3">{aside}</span>}
      </label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={error ? 'flex items-start gap-1.5 text-small text-danger-fg' : 'text-small text-fg-3'}
        >
          {error && <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}
