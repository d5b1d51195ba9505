import { PriorityIcon, StateIcon, shortId } from '@cw/ui';
import { CommandPalette, PaletteGroup, PaletteItem } from '@cw/ui/command-palette';
import { ArrowRight, FolderGit2 } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAllTasks } from '../all-tasks.ts';
import { trpc } from '../api.ts';
import { useCell } from '../cell.ts';
import { bindings, capsOf } from '../keys.ts';
import { closeWindow } from '../layout.ts';
import { useProjects } from '../projects.ts';
import { runShown } from '../states.ts';
import { bestMatches } from '../text-match.ts';

const perGroup = 8;

function Actions({ query }: { readonly query: string }) {
  const all = useCell(bindings);
  const found = useMemo(() => {
    const unique = [...new Map(all.map((binding) => [binding.keys, binding])).values()];
    return bestMatches(
      unique.filter((binding) => !binding.quiet),
      query,
      (binding) => binding.label,
      20,
    );
  }, [all, query]);
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading="Actions">
      {found.map((binding) => (
        <PaletteItem
          key={binding.keys}
          value={`action ${binding.keys}`}
          icon={<ArrowRight aria-hidden="true" />}
          shortcut={capsOf(binding.keys)}
          onSelect={() => {
            closeWindow();
            binding.run();
          }}
        >
          {binding.group === 'Go to' ? `Go to ${binding.label}` : binding.label}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

function Tasks({ query }: { readonly query: string }) {
  const { data } = useAllTasks();
  const navigate = useNavigate();
  const found = useMemo(
    () => bestMatches(data ?? [], query, (task) => `${task.title} ${task.id}`, perGroup),
    [data, query],
  );
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading="Tasks">
      {found.map((task) => (
        <PaletteItem
          key={task.id}
          value={task.id}
          icon={<StateIcon state={task.state} bare />}
          id={shortId(task.id)}
          onSelect={() => {
            closeWindow();
            void navigate({ to: '/tasks/$taskId', params: { taskId: task.id }, search: true });
          }}
        >
          <span className="flex items-center gap-2">
            <span className="truncate">{task.title}</span>
            <PriorityIcon priority={task.priority} bare />
          </span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

function Runs({ query }: { readonly query: string }) {
  const { data } = useQuery(trpc.runs.list.queryOptions({ limit: 200 }));
  const navigate = useNavigate();
  const found = useMemo(
    () => bestMatches(data?.items ?? [], query, (run) => `${run.taskTitle} ${run.id}`, query ? perGroup : 4),
    [data, query],
  );
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading="Runs">
      {found.map((run) => (
        <PaletteItem
          key={run.id}
          value={run.id}
          icon={<StateIcon state={runShown(run).state} bare />}
          id={shortId(run.id)}
          onSelect={() => {
            closeWindow();
            void navigate({ to: '/runs/$runId', params: { runId: run.id }, search: true });
          }}
        >
          {run.taskTitle} <span className="text-fg-3">attempt {run.attempt}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

function Projects({ query }: { readonly query: string }) {
  const { data } = useProjects();
  const navigate = useNavigate();
  const found = bestMatches(data?.items ?? [], query, (project) => `${project.name} ${project.id}`, perGroup);
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading="Projects">
      {found.map((project) => (
        <PaletteItem
          key={project.id}
          value={project.id}
          icon={<FolderGit2 aria-hidden="true" />}
          id={shortId(project.id)}
          onSelect={() => {
            closeWindow();
            void navigate({ to: '/projects/$projectId', params: { projectId: project.id }, search: true });
          }}
        >
          {project.name}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** Everything one key away: each task, run and project by its title or id, and each action with its key. */
export function Palette() {
  const [query, setQuery] = useState('');
  const sought = query.trim();
  return (
    <CommandPalette
      open
      onOpenChange={closeWindow}
      query={query}
      onQueryChange={setQuery}
      label="Search and commands"
      placeholder="A task, run or project, or what to do"
    >
      {sought ? (
        <>
          <Tasks query={sought} />
          <Runs query={sought} />
          <Projects query={sought} />
          <Actions query={sought} />
        </>
      ) : (
        <>
          <Actions query="" />
          <Runs query="" />
        </>
      )}
    </CommandPalette>
  );
}
