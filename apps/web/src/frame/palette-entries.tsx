import { PriorityIcon, StateIcon, shortId } from '@cw/ui';
import { ArrowRight, Bookmark, FolderGit2, Plus, Settings2 } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '../data/api.ts';
import type { TypedTask } from '../data/api-types.ts';
import { useCell } from '../data/cell.ts';
import { onlyProject } from '../data/only-project.ts';
import { itemKinds } from '../entities/inbox/item-kinds.ts';
import { mergeShown } from '../entities/merge/merge-state.ts';
import { useProjects } from '../entities/project/projects.ts';
import { runShown } from '../entities/run/run-state.ts';
import { useSavedFilters } from '../entities/task/use-saved-filters.ts';
import { harmless } from '../entities/text/harmless.ts';
import { bestMatches } from '../entities/text/text-match.ts';
import { bindings, capsOf, type KeyBinding } from './keys.ts';
import { chooseTheme, openWindow } from './layout.ts';
import { isAmongTasks } from './places.ts';

export type PaletteEntry = {
  readonly group: 'Tasks' | 'Inbox' | 'Runs' | 'Merges' | 'Projects' | 'Saved filters' | 'Settings' | 'Actions';
  readonly value: string;
  readonly icon: ReactNode;
  readonly id?: string | undefined;
  readonly says: ReactNode;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
};

const perGroup = 6;
const ofRuns = 300;

/** What has no key: it is found by its words alone. */
const wordsOnly: readonly { readonly label: string; readonly run: () => void }[] = [
  { label: 'Add project', run: () => openWindow.set({ kind: 'add-project' }) },
  { label: 'Add account', run: () => openWindow.set({ kind: 'add-account' }) },
  { label: 'Write a message', run: () => openWindow.set({ kind: 'new-message' }) },
  { label: 'Add rule for what agents may do without asking', run: () => openWindow.set({ kind: 'add-rule' }) },
  { label: 'Theme: dark', run: () => chooseTheme('dark') },
  { label: 'Theme: light', run: () => chooseTheme('light') },
  { label: 'Theme: system', run: () => chooseTheme('system') },
];

function nameOf({ group, label }: KeyBinding): string {
  return group === 'Go to' ? `Go to ${label}` : label;
}

function useActions(text: string): readonly PaletteEntry[] {
  const all = useCell(bindings);
  const byKeys = [...new Map(all.map((binding) => [binding.keys, binding])).values()];
  const actions = [
    ...byKeys.filter((binding) => !binding.quiet).map((each) => ({ ...each, label: nameOf(each) })),
    ...(text ? wordsOnly.map((each) => ({ ...each, keys: undefined })) : []),
  ];
  return bestMatches(actions, text, ({ label }) => label, 24).map(({ label, keys, run }) => ({
    group: 'Actions',
    value: `action ${keys ?? label}`,
    says: label,
    run,
    icon: <ArrowRight aria-hidden="true" />,
    shortcut: keys && capsOf(keys),
  }));
}

function useTasks(found: readonly TypedTask[]): readonly PaletteEntry[] {
  const navigate = useNavigate();
  return found.map(({ row, snippet }) => ({
    group: 'Tasks',
    value: row.id,
    id: shortId(row.id),
    icon: <StateIcon state={row.state} bare />,
    says: (
      <span className="flex items-center gap-2">
        <span className="truncate">{row.title}</span>
        <PriorityIcon priority={row.priority} bare />
        {snippet && snippet.field !== 'title' && (
          <span className="min-w-0 flex-1 truncate text-small text-fg-3 max-md:hidden">
            {snippet.pieces.map((piece) => piece.text).join('')}
          </span>
        )}
      </span>
    ),
    run: () =>
      void navigate({
        to: '/tasks/$taskId',
        params: { taskId: row.id },
        search: isAmongTasks() || onlyProject,
      }),
  }));
}

function useRuns(text: string): readonly PaletteEntry[] {
  const { data } = useQuery(trpc.runs.list.queryOptions({ limit: ofRuns }));
  const navigate = useNavigate();
  const found = bestMatches(data?.items ?? [], text, (run) => `${run.taskTitle} ${run.id}`, text ? perGroup : 4);
  return found.map((run) => ({
    group: 'Runs',
    value: run.id,
    id: shortId(run.id),
    icon: <StateIcon state={runShown(run).state} bare />,
    says: (
      <>
        {run.taskTitle} <span className="text-fg-3">attempt {run.attempt}</span>
      </>
    ),
    run: () =>
      void navigate({
        to: '/runs/$runId',
        params: { runId: run.id },
        search: onlyProject,
      }),
  }));
}

function useMerges(text: string): readonly PaletteEntry[] {
  const { data } = useQuery(trpc.merges.list.queryOptions({ limit: 200 }));
  const navigate = useNavigate();
  if (text === '') return [];
  const found = bestMatches(
    data?.items ?? [],
    text,
    (merge) => `${merge.taskTitle} ${merge.id} ${merge.branch}`,
    perGroup,
  );
  return found.map((merge) => ({
    group: 'Merges',
    value: merge.id,
    id: shortId(merge.id),
    icon: <StateIcon state={mergeShown(merge.state).state} bare />,
    says: (
      <>
        {merge.taskTitle} <span className="text-fg-3">into {merge.targetBranch}</span>
      </>
    ),
    run: () =>
      void navigate({
        to: '/merges/$mergeId',
        params: { mergeId: merge.id },
        search: onlyProject,
      }),
  }));
}

function useInboxEntries(text: string): readonly PaletteEntry[] {
  const { data } = useQuery(trpc.inbox.list.queryOptions({ limit: 100 }));
  const navigate = useNavigate();
  if (text === '') return [];
  const found = bestMatches(
    data?.items ?? [],
    text,
    ({ title, taskTitle, id }) => `${title} ${taskTitle ?? ''} ${id}`,
    perGroup,
  );
  return found.map((item) => {
    const kind = itemKinds[item.kind];
    return {
      group: 'Inbox',
      value: item.id,
      id: shortId(item.id),
      says: harmless(item.title),
      icon: <kind.icon aria-hidden="true" className={kind.color} />,
      run: () =>
        void navigate({
          to: '/inbox/$itemId',
          params: { itemId: item.id },
          search: onlyProject,
        }),
    };
  });
}

function useProjectEntries(text: string): readonly PaletteEntry[] {
  const { data } = useProjects();
  const navigate = useNavigate();
  if (text === '') return [];
  return bestMatches(data?.items ?? [], text, ({ name, id }) => `${name} ${id}`, perGroup).map(({ id, name }) => ({
    group: 'Projects',
    value: id,
    id: shortId(id),
    says: name,
    icon: <FolderGit2 aria-hidden="true" />,
    run: () =>
      void navigate({
        to: '/projects/$projectId',
        params: { projectId: id },
        search: onlyProject,
      }),
  }));
}

function useSaved(text: string): readonly PaletteEntry[] {
  const { history } = useRouter();
  const { saved } = useSavedFilters();
  return bestMatches(saved, text, ({ name }) => name, perGroup).map(({ name, address }) => ({
    group: 'Saved filters',
    value: `filter ${name}`,
    says: name,
    icon: <Bookmark aria-hidden="true" />,
    run: () => history.push(address),
  }));
}

function useSettings(text: string): readonly PaletteEntry[] {
  const { data } = useQuery({ ...trpc.config.list.queryOptions(), enabled: text !== '' });
  const navigate = useNavigate();
  if (text === '') return [];
  return bestMatches(data?.items ?? [], text, ({ name, key }) => `${name} ${key}`, perGroup).map(({ key, name }) => ({
    group: 'Settings',
    value: `setting ${key}`,
    says: (
      <>
        {name} <span className="font-mono text-[11.5px] text-fg-3">{key}</span>
      </>
    ),
    icon: <Settings2 aria-hidden="true" />,
    run: () => void navigate({ to: '/settings', search: ({ project }) => ({ project, q: key }) }),
  }));
}

/** Everything that fits a text, in the order in which it is offered. */
export function usePaletteEntries(text: string, found: readonly TypedTask[]): readonly PaletteEntry[] {
  const tasks = useTasks(found);
  const [runs, merges, projects] = [useRuns(text), useMerges(text), useProjectEntries(text)];
  const inbox = useInboxEntries(text);
  const [saved, settings, actions] = [useSaved(text), useSettings(text), useActions(text)];
  if (text === '') return [...actions, ...saved, ...runs];
  const writeDown: PaletteEntry = {
    group: 'Actions',
    value: `new ${text}`,
    says: `New task: “${text}”`,
    icon: <Plus aria-hidden="true" />,
    run: () => openWindow.set({ kind: 'new-task', title: text }),
  };
  return [...tasks, ...inbox, ...runs, ...merges, ...projects, ...saved, ...actions, ...settings, writeDown];
}
