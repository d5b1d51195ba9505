import { Button, cx, Input, Menu, MenuChoices, MenuItem, MenuSeparator, PropertyRow, Textarea } from '@cw/ui';
import { type ReactNode, useRef } from 'react';
import { refusalText } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { FieldConflict } from './field-conflict.tsx';
import { type EditableField, useFieldEdit } from './use-field-edit.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { type TaskUpdate, useTaskChoice } from './use-task-update.ts';

/** The look of a value that a click lets edit. */
export const editable =
  '-mx-1.5 inline-flex min-h-5.5 max-w-full items-center gap-1.5 rounded-key px-1.5 text-left hover:bg-hover data-[state=open]:bg-active max-md:min-h-11';

type PropertyErrorProps = { readonly error: string | undefined };

/** Why a change was refused, at the place of the change. */
export function PropertyError({ error }: PropertyErrorProps) {
  if (!error) return null;
  return (
    <p role="alert" className="w-full text-small text-danger-fg wrap-anywhere">
      {error}
    </p>
  );
}

type ChoicePropertyProps = {
  readonly task: TaskView;
  readonly name: string;
  readonly value: string;
  readonly shown: ReactNode;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
  /** The change that a choice means. */
  readonly toChange: (value: string) => TaskUpdate;
  /** Leads to a field for a value that is not among the choices. */
  readonly onOther?: (() => void) | undefined;
  /** Beside the value. */
  readonly aside?: ReactNode;
};

/** A field with a few values, chosen from a menu. */
export function ChoiceProperty({ task, name, value, shown, options, toChange, onOther, aside }: ChoicePropertyProps) {
  const { choose, error } = useTaskChoice(task);
  const labelOf = (wanted: string) => options.find((option) => option.value === wanted)?.label ?? wanted;
  return (
    <PropertyRow name={name} touch>
      <Menu
        trigger={
          <button type="button" className={editable} aria-label={`${name}: ${labelOf(value) || 'none'}`}>
            {shown}
          </button>
        }
      >
        <MenuChoices
          label={name}
          value={value}
          onChange={(next) =>
            next !== value &&
            choose({ change: toChange(next), before: toChange(value), said: `${name}: ${labelOf(next) || 'none'}` })
          }
          options={options}
        />
        {onOther && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={onOther}>Other…</MenuItem>
          </>
        )}
      </Menu>
      {aside}
      <PropertyError error={refusalText(error)} />
    </PropertyRow>
  );
}

export type TextPropertyProps = {
  readonly task: TaskView;
  readonly field: EditableField;
  readonly name: string;
  readonly text: string;
  /** The value as people read it; the text where it is left out. */
  readonly shown?: ReactNode;
  /** The value as it is read aloud; the text where it is left out. */
  readonly said?: string | undefined;
  readonly placeholder: string;
  readonly toChange: (text: string) => TaskUpdate;
  readonly mono?: boolean | undefined;
  readonly lines?: boolean | undefined;
};

/** A field of free text: a click turns it into a form field, Enter saves, Escape leaves it as it was. */
export function TextProperty(props: TextPropertyProps) {
  const { task, field, name, text, shown, said = text, placeholder, toChange, mono, lines } = props;
  const edit = useFieldEdit(task, { name: field, text, toChange });
  const cancelled = useRef(false);
  const control = useReturnFocus(edit.text !== undefined);
  if (edit.text === undefined) {
    return (
      <PropertyRow name={name} touch>
        <button
          ref={control}
          type="button"
          className={cx(editable, mono && 'max-md:items-start max-md:py-2.75')}
          aria-label={`${name}: ${said || 'none'}, edit`}
          onClick={() => {
            cancelled.current = false;
            edit.start();
          }}
        >
          {said === '' ? (
            <span className="text-fg-3">None</span>
          ) : (
            (shown ?? <span className={mono ? 'font-mono wrap-anywhere whitespace-pre-wrap' : 'truncate'}>{text}</span>)
          )}
        </button>
      </PropertyRow>
    );
  }
  const common = {
    autoFocus: edit.begun,
    'aria-label': name,
    'aria-invalid': edit.error ? true : undefined,
    placeholder,
    value: edit.text,
    mono,
  } as const;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      cancelled.current = true;
      edit.discard();
    }
    if (event.key === 'Enter' && (!lines || event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      edit.save();
    }
  };
  return (
    <PropertyRow name={name} touch>
      <div className="flex w-full flex-col gap-1.5">
        {lines ? (
          <Textarea {...common} short onChange={(event) => edit.write(event.target.value)} onKeyDown={onKeyDown} />
        ) : (
          <Input
            {...common}
            className="md:[&_input]:h-7"
            onChange={(event) => edit.write(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => !cancelled.current && !edit.error && edit.save()}
          />
        )}
        <FieldConflict edit={edit} name={name} />
        <PropertyError error={edit.error} />
        {(lines || edit.error) && edit.theirs === undefined && (
          <span className="flex justify-end gap-2">
            <Button variant="quiet" size="small" onClick={edit.discard}>
              {edit.unsaved ? 'Discard' : 'Close'}
            </Button>
            <Button size="small" disabled={edit.pending} onClick={edit.save}>
              Save
            </Button>
          </span>
        )}
      </div>
    </PropertyRow>
  );
}
