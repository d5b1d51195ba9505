import { type ReactNode, useState } from 'react';
import type { TaskRow } from '../../data/api-types.ts';
import { type KeyBinding, useKeys } from '../../frame/keys.ts';
import { ChangeDialog } from './change-dialog.tsx';
import type { ChoosingKind } from './change-options.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

export type ChangeKind = ChoosingKind | 'delete';

/** What can be changed of tasks in the list, with its key. */
export const changeKinds = [
  { kind: 'state', key: 's', name: 'State', label: 'Set the state' },
  { kind: 'priority', key: 'p', name: 'Priority', label: 'Set the priority' },
  { kind: 'labels', key: 'l', name: 'Labels', label: 'Add or remove labels' },
  { kind: 'assignee', key: 'o', name: 'Assignee', label: 'Set the assignee' },
  { kind: 'project', key: 'm', name: 'Project', label: 'Move to a project' },
  { kind: 'type', key: 't', name: 'Type', label: 'Set the type' },
  { kind: 'assign', key: 'a', name: 'Assign', label: 'Assign to agents' },
  { kind: 'delete', key: 'delete', name: 'Delete', label: 'Delete' },
] as const satisfies readonly { kind: ChangeKind; key: string; name: string; label: string }[];

export type TaskChanges = {
  /** Asks what is to become of these tasks. */
  readonly ask: (kind: ChangeKind, rows: readonly TaskRow[]) => void;
  /** The window that asks. */
  readonly window: ReactNode;
};

/** Changes of tasks in the list: asked for by a key or a button, made in a window of their own. */
export function useTaskChanges(): TaskChanges {
  const [asked, setAsked] = useState<{ kind: ChangeKind; rows: readonly TaskRow[] }>();
  const close = () => setAsked(undefined);
  return {
    ask: (kind, rows) => rows.length > 0 && setAsked({ kind, rows }),
    window:
      asked &&
      (asked.kind === 'delete' ? (
        <DeleteDialog rows={asked.rows} onClose={close} />
      ) : (
        <ChangeDialog kind={asked.kind} rows={asked.rows} onClose={close} />
      )),
  };
}

/** A key for each change of the tasks that are meant: the selected ones, else the open one, else the active one. */
export function useChangeKeys(
  ask: (kind: ChangeKind) => void,
  enabled: boolean,
  except: readonly ChangeKind[] = none,
): void {
  useKeys(
    changeKinds
      .filter(({ kind }) => !except.includes(kind))
      .map(({ kind, key, label }): KeyBinding => ({ keys: key, label, group: 'In a list', run: () => ask(kind) })),
    enabled,
  );
}

const none: readonly ChangeKind[] = [];
