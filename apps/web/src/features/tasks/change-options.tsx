import { PersonBadge, PriorityIcon, priorityNames, StateIcon } from '@cw/ui';
import { Circle, FolderGit2, Minus, Play, Plus, Shapes } from '@cw/ui/icons';
import type { ReactNode } from 'react';
import type { ProjectView, TaskRow } from '../../data/api-types.ts';
import type { SharedChange } from './change-many.ts';
import { taskPriorities } from './task-search.ts';

export type ChoosingKind = 'state' | 'priority' | 'type' | 'labels' | 'assignee' | 'project' | 'assign';

export type ChangeOption = {
  readonly key: string;
  readonly name: string;
  readonly note?: string | undefined;
  readonly icon: ReactNode;
  readonly change: SharedChange;
  /** What is then so of the tasks. */
  readonly said: string;
  /** A reason is asked for before it is done. */
  readonly asksWhy?: 'must' | 'may' | undefined;
};

type Surroundings = {
  /** The tasks to be changed. */
  readonly rows: readonly TaskRow[];
  /** All tasks: what they carry is offered. */
  readonly all: readonly TaskRow[];
  readonly projects: readonly ProjectView[];
  /** What is typed; it can be a new label, type or name. */
  readonly typed: string;
};

const update = (fields: Omit<Extract<SharedChange, { kind: 'update' }>, 'kind'>): SharedChange => ({
  kind: 'update',
  ...fields,
});

const states: readonly ChangeOption[] = [
  {
    key: 'open',
    name: 'Open',
    note: 'reopened, unblocked or released',
    icon: <StateIcon state="open" bare />,
    change: { kind: 'open' },
    said: 'open',
  },
  {
    key: 'claim',
    name: 'In progress',
    note: 'claimed by you',
    icon: <StateIcon state="in-progress" bare />,
    change: { kind: 'claim' },
    said: 'claimed by you',
  },
  {
    key: 'block',
    name: 'Blocked…',
    note: 'with a reason',
    icon: <StateIcon state="needs-you" bare />,
    change: { kind: 'block', reason: '' },
    said: 'blocked',
    asksWhy: 'must',
  },
  {
    key: 'done',
    name: 'Done',
    icon: <StateIcon state="done" bare />,
    change: { kind: 'close', outcome: 'done' },
    said: 'closed as done',
  },
  {
    key: 'failed',
    name: 'Failed…',
    icon: <StateIcon state="failed" bare />,
    change: { kind: 'close', outcome: 'failed' },
    said: 'closed as failed',
    asksWhy: 'may',
  },
  {
    key: 'cancelled',
    name: 'Cancelled…',
    icon: <StateIcon state="cancelled" bare />,
    change: { kind: 'close', outcome: 'cancelled' },
    said: 'cancelled',
    asksWhy: 'may',
  },
];

/** Offered once closing was refused. */
export const closeAnyway: ChangeOption = {
  key: 'anyway',
  name: 'Done anyway',
  note: 'children and blockers are not changed',
  icon: <StateIcon state="done" bare />,
  change: { kind: 'close', outcome: 'done', force: true },
  said: 'closed as done',
};

const priorities = taskPriorities.map(
  (priority): ChangeOption => ({
    key: priority,
    name: priorityNames[priority],
    icon: <PriorityIcon priority={priority} bare />,
    change: update({ priority }),
    said: `priority ${priority}`,
  }),
);

/** Words that tasks carry, and the one that is typed where it is new. */
function wordsAnd(typed: string, known: Iterable<string>): readonly string[] {
  const words = [...new Set(known)].sort();
  return typed && !words.includes(typed) ? [...words, typed] : words;
}

function labels({ rows, all, typed }: Surroundings): readonly ChangeOption[] {
  const add = wordsAnd(
    typed,
    all.flatMap((row) => row.labels),
  ).filter((label) => rows.some((row) => !row.labels.includes(label)));
  const remove = wordsAnd(
    '',
    rows.flatMap((row) => row.labels),
  );
  return [
    ...remove.map((label) => ({
      key: `remove ${label}`,
      name: `Remove ${label}`,
      icon: <Minus aria-hidden="true" />,
      change: update({ removeLabels: [label] }),
      said: `without the label ${label}`,
    })),
    ...add.map((label) => ({
      key: `add ${label}`,
      name: `Add ${label}`,
      icon: <Plus aria-hidden="true" />,
      change: update({ addLabels: [label] }),
      said: `labelled ${label}`,
    })),
  ];
}

function people({ all, typed }: Surroundings): readonly string[] {
  return wordsAnd(
    typed,
    all.flatMap((row) => (row.assignee ? [row.assignee] : [])),
  );
}

/** What can be chosen, before it is narrowed to what is typed. */
export function optionsOf(kind: ChoosingKind, around: Surroundings): readonly ChangeOption[] {
  switch (kind) {
    case 'state':
      return states;
    case 'priority':
      return priorities;
    case 'labels':
      return labels(around);
    case 'type':
      return wordsAnd(
        around.typed,
        around.all.map((row) => row.type),
      ).map((type) => ({
        key: type,
        name: type,
        icon: <Shapes aria-hidden="true" />,
        change: update({ type }),
        said: `type ${type}`,
      }));
    case 'project':
      return [
        ...around.projects.map((project) => ({
          key: project.id,
          name: project.name,
          icon: <FolderGit2 aria-hidden="true" />,
          change: update({ project: project.id }),
          said: `in ${project.name}`,
        })),
        {
          key: 'none',
          name: 'No project',
          icon: <Circle aria-hidden="true" />,
          change: update({ project: null }),
          said: 'in no project',
        },
      ];
    case 'assignee':
      return [
        {
          key: ' nobody',
          name: 'Nobody',
          icon: <Circle aria-hidden="true" />,
          change: update({ assignee: null }),
          said: 'with nobody',
        },
        ...people(around).map((name) => ({
          key: name,
          name,
          icon: <PersonBadge name={name} />,
          change: update({ assignee: name }),
          said: `with ${name}`,
        })),
      ];
    case 'assign':
      return [
        {
          key: ' any',
          name: 'Whoever is free',
          icon: <Play aria-hidden="true" />,
          change: { kind: 'assign' },
          said: 'on the queue',
        },
        ...people(around).map((to) => ({
          key: to,
          name: to,
          icon: <Play aria-hidden="true" />,
          change: { kind: 'assign', to } as const,
          said: `on the queue of ${to}`,
        })),
      ];
  }
}
