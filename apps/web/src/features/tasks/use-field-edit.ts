import { toast } from '@cw/ui';
import { useState } from 'react';
import { refusalOf, refusalText } from '../../data/api.ts';
import type { DetailName, TaskView } from '../../data/api-types.ts';
import { useBasedDraft } from '../../data/based-draft.ts';
import { fieldOf } from '../../entities/event/event-words.ts';
import { type TaskUpdate, useTaskUpdate } from './use-task-update.ts';

export type EditableField = DetailName | 'title' | 'description' | 'acceptance' | 'assignee' | 'type';

type Field = {
  readonly name: EditableField;
  /** What is there now, as it is written in the form. */
  readonly text: string;
  /** The change that a text means. @throws Error with what is wrong with it */
  readonly toChange: (text: string) => TaskUpdate;
};

export type FieldEdit = {
  /** Undefined while nobody edits. */
  readonly text: string | undefined;
  /** True when it was begun here, false when it is a draft that was found. */
  readonly begun: boolean;
  readonly unsaved: boolean;
  readonly pending: boolean;
  readonly error: string | undefined;
  /** What somebody else wrote meanwhile. */
  readonly theirs: string | undefined;
  readonly start: () => void;
  readonly write: (text: string) => void;
  readonly save: () => void;
  readonly discard: () => void;
  /** Goes on with one's own text although there is another now, and saves it. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
};

/** Whether a refusal says that this very field is another now; undefined when it is no refusal of that kind. */
function staleFacts(error: unknown, field: string): { readonly revision: number; readonly same: boolean } | undefined {
  const { code, facts } = refusalOf(error);
  const revision = fieldOf(facts, 'revision');
  const changes = fieldOf(facts, 'changes');
  if (code !== 'task.stale' || typeof revision !== 'number' || !Array.isArray(changes)) return undefined;
  return { revision, same: changes.some((change) => fieldOf(change, 'field') === field) };
}

function attempt(field: Field, text: string): { readonly change?: TaskUpdate; readonly problem?: string } {
  try {
    return { change: field.toChange(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Editing one text of a task in its place. What was typed is kept until it is saved. It is saved on the revision that was
 * seen: when the field is another by then, nothing is overwritten, and both texts are there to choose from.
 */
export function useFieldEdit(task: TaskView, field: Field): FieldEdit {
  const { draft: kept, start, write, rebase, restore, clear, sent } = useBasedDraft(`${task.id}.${field.name}`);
  const [begun, setBegun] = useState(false);
  const draft = begun || kept?.text !== field.text ? kept : undefined;
  const update = useTaskUpdate();
  const theirs = draft && draft.base !== field.text && draft.text !== field.text ? field.text : undefined;
  const unsaved = draft !== undefined && draft.text !== field.text;
  const tried = draft && unsaved ? attempt(field, draft.text) : {};
  const send = (text: string, change: TaskUpdate, revision: number): void =>
    update.mutate(
      { id: task.id, revision, ...change },
      {
        onSuccess: () => sent(text),
        onError: (error) => {
          const stale = staleFacts(error, field.name);
          if (stale && !stale.same) send(text, change, stale.revision);
        },
      },
    );
  const save = () => {
    if (!draft || !unsaved) return clear();
    if (tried.change && !update.isPending) send(draft.text, tried.change, task.revision);
  };
  const stale = update.error ? staleFacts(update.error, field.name) : undefined;
  return {
    text: draft?.text,
    begun,
    unsaved,
    pending: update.isPending,
    error: tried.problem ?? (stale || theirs !== undefined ? undefined : refusalText(update.error)),
    theirs,
    start: () => {
      setBegun(true);
      start(field.text);
    },
    write: (text) => {
      if (!update.isPending) update.reset();
      write(text);
    },
    save: () => theirs === undefined && save(),
    discard: clear,
    keepMine: () => {
      rebase(field.text);
      save();
    },
    takeTheirs: () => {
      clear();
      if (!draft) return;
      toast({ text: 'Your text was discarded', action: { label: 'Undo', run: () => restore(draft) } });
    },
  };
}
