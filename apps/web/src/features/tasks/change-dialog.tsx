import { Field, FormDialog, Input, toast } from '@cw/ui';
import { CommandPalette, PaletteGroup, PaletteItem } from '@cw/ui/command-palette';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText } from '../../data/api.ts';
import type { TaskRow } from '../../data/api-types.ts';
import { useProjects } from '../../entities/project/projects.ts';
import { plural } from '../../entities/text/format.ts';
import { bestMatches } from '../../entities/text/text-match.ts';
import { useAllTasks } from './all-tasks.ts';
import { changeMany, mostAtOnce } from './change-many.ts';
import { type ChangeOption, type ChoosingKind, closeAnyway, optionsOf } from './change-options.tsx';

const titles: Readonly<Record<ChoosingKind, string>> = {
  state: 'Set the state',
  priority: 'Set the priority',
  type: 'Set the type',
  labels: 'Add or remove labels',
  assignee: 'Set the assignee',
  project: 'Move to a project',
  assign: 'Assign to agents',
};

const placeholders: Readonly<Record<ChoosingKind, string>> = {
  state: 'State',
  priority: 'Priority',
  type: 'A type, or a new one',
  labels: 'A label, or a new one',
  assignee: 'A name',
  project: 'Project',
  assign: 'An agent or a role',
};

type ChangeDialogProps = {
  readonly kind: ChoosingKind;
  readonly rows: readonly TaskRow[];
  readonly onClose: () => void;
};

function useChange(rows: readonly TaskRow[], onClose: () => void) {
  const change = useMutation({
    mutationFn: async ({ option, why }: { option: ChangeOption; why: string }) => {
      const reason = why.trim();
      const wanted =
        option.change.kind === 'block' || (option.change.kind === 'close' && reason)
          ? { ...option.change, reason }
          : option.change;
      await changeMany(
        rows.map(({ id }) => id),
        wanted,
        option.said,
      );
    },
    onSuccess: onClose,
  });
  return change;
}

/** Chooses one change for one or many tasks: by typing, by arrow keys or by a click. A refusal is told right here. */
export function ChangeDialog({ kind, rows, onClose }: ChangeDialogProps) {
  const [text, setText] = useState('');
  const [asking, setAsking] = useState<ChangeOption>();
  const all = useAllTasks().data ?? [];
  const projects = useProjects().data?.items ?? [];
  const change = useChange(rows, onClose);
  const [only] = rows;
  const about = rows.length === 1 && only ? `“${only.title}”` : plural(rows.length, 'task');
  const options = optionsOf(kind, { rows, all, projects, typed: text.trim() });
  const closing = change.error && change.variables?.option.change.kind === 'close';
  const shown = bestMatches(options, text, (option) => option.name, 60);
  const choose = (option: ChangeOption) => {
    if (change.isPending) return;
    if (rows.length > mostAtOnce) toast({ state: 'failed', text: `At most ${plural(mostAtOnce, 'task')} at once.` });
    else if (option.asksWhy) setAsking(option);
    else change.mutate({ option, why: '' });
  };
  if (asking) {
    return (
      <WhyDialog
        option={asking}
        about={about}
        error={refusalText(change.error)}
        pending={change.isPending}
        onClose={onClose}
        onAnswer={(why) => change.mutate({ option: asking, why })}
      />
    );
  }
  return (
    <CommandPalette
      open
      onOpenChange={onClose}
      query={text}
      onQueryChange={setText}
      label={titles[kind]}
      placeholder={placeholders[kind]}
    >
      {change.error && (
        <p role="alert" className="px-2.5 py-2 text-danger-fg wrap-anywhere">
          {refusalText(change.error)}
        </p>
      )}
      <PaletteGroup heading={`${titles[kind]}: ${about}`}>
        {[...(closing ? [closeAnyway] : []), ...shown].map((option) => (
          <PaletteItem key={option.key} value={option.key} icon={option.icon} onSelect={() => choose(option)}>
            {option.name}
            {option.note && <span className="ml-2 text-fg-3">{option.note}</span>}
          </PaletteItem>
        ))}
      </PaletteGroup>
    </CommandPalette>
  );
}

type WhyDialogProps = {
  readonly option: ChangeOption;
  readonly about: string;
  readonly error: string | undefined;
  readonly pending: boolean;
  readonly onClose: () => void;
  readonly onAnswer: (why: string) => void;
};

function WhyDialog({ option, about, error, pending, onClose, onAnswer }: WhyDialogProps) {
  const [why, setWhy] = useState('');
  const must = option.asksWhy === 'must';
  return (
    <FormDialog
      onClose={onClose}
      title={`${option.name.replace('…', '')}: ${about}`}
      width="small"
      action={option.name.replace('…', '')}
      ready={!pending}
      onSubmit={() => onAnswer(why)}
    >
      <Field
        label="Why"
        aside={must ? undefined : 'optional'}
        error={error}
        missing={must && why.trim() === '' ? 'Give a reason.' : undefined}
      >
        {(ids) => <Input {...ids} autoFocus value={why} onChange={(event) => setWhy(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
