import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormTried } from './form-tried.ts';

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'width' | 'children'> & {
  readonly onClose: () => void;
  /** What the button says that sends the form. */
  readonly action: string;
  /** False while it is being sent. Which fields are missing, the fields say. @defaultValue true */
  readonly ready?: boolean | undefined;
  readonly onSubmit: () => void;
  /** What the button says that leaves everything as it is. Without it the cross is there for that. */
  readonly keep?: string | undefined;
  /** `outline` where the form takes something away. @defaultValue primary */
  readonly variant?: 'primary' | 'outline' | undefined;
  /** The key that sends it from a field of several lines, as a cap. */
  readonly shortcut?: string | undefined;
  /** At the other end of the buttons. */
  readonly aside?: ReactNode;
  /** A refusal that belongs to none of the fields. */
  readonly error?: string | undefined;
};

/**
 * A window that asks for something: sent by its button, by Enter, and from anywhere in it by Ctrl or ⌘ with Enter. While
 * something is missing, the first field that lacks it takes the focus and says so.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    width,
    children,
    onClose,
    action,
    ready = true,
    onSubmit,
    keep,
    variant,
    shortcut,
  } = props;
  const { aside, error } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const send = () => {
    const missing = form.current?.querySelector<HTMLElement>('[data-missing] :is(input, select, textarea)');
    setTried(true);
    if (missing) missing.focus();
    else if (ready) onSubmit();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      width={width}
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        send();
      }}
      footer={
        <>
          {aside}
          {keep && (
            <Button variant="quiet" onClick={onClose}>
              {keep}
            </Button>
          )}
          <Button type="submit" form={id} variant={variant ?? 'primary'} shortcut={shortcut} disabled={!ready}>
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <FormTried value={tried}>{children}</FormTried>
        {error && (
          <p role="alert" className="text-small text-danger-fg wrap-anywhere">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
