import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'width' | 'children'> & {
  readonly onClose: () => void;
  /** What the button says that sends the form. */
  readonly action: string;
  /** Whether the form can be sent as it is. */
  readonly ready: boolean;
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

/** A window that asks for something: sent by its button, by Enter, and from anywhere in it by Ctrl or ⌘ with Enter. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, width, children, onClose, action, ready, onSubmit, keep, variant, shortcut } = props;
  const { aside, error } = props;
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      width={width}
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
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onSubmit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          if (ready) onSubmit();
        }}
      >
        {children}
        {error && (
          <p role="alert" className="text-small text-danger-fg wrap-anywhere">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
