import { Button, IconButton, Menu, MenuChoices, PanelSection, Skeleton, StateIcon, shortId, toast } from '@cw/ui';
import { ChevronDown, X } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { Dependency, TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { TaskPicker } from '../../entities/task/task-picker.tsx';
import { type DependencyKind, dependencyKinds, dependencyName } from './dependency-kinds.ts';
import { PropertyError } from './task-property.tsx';

const done = { onSuccess: () => refresh('tasks') };

type OneProps = {
  readonly id: string;
  /** What needs it waits until it is approved. */
  readonly toApprove: boolean;
  readonly onRemove: (title: string) => void;
};

function DependencyLink({ id, toApprove, onRemove }: OneProps) {
  const { data } = useQuery(trpc.tasks.show.queryOptions({ id }));
  return (
    <li className="group flex h-7 min-w-0 items-center gap-2 max-md:h-11">
      {data ? <StateIcon state={data.state} /> : <Skeleton className="size-3.5" />}
      <Link
        to="/tasks/$taskId"
        params={{ taskId: id }}
        search={true}
        className="flex min-w-0 flex-1 items-center gap-2 hover:underline"
      >
        <span className="font-mono text-[11.5px] text-fg-3">{shortId(id)}</span>
        {data ? <span className="truncate">{data.title}</span> : <Skeleton className="w-40" />}
        {toApprove && <span className="shrink-0 text-small text-st-needs">awaiting approval</span>}
      </Link>
      <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100">
        <IconButton
          label={`Remove the dependency on ${data?.title ?? id}`}
          size="small"
          className="max-md:size-11"
          onClick={() => onRemove(data?.title ?? id)}
        >
          <X />
        </IconButton>
      </span>
    </li>
  );
}

type Group = { readonly name: string; readonly links: readonly Dependency[] };

function grouped(list: readonly Dependency[], reverse: boolean): readonly Group[] {
  const groups = new Map<string, Dependency[]>();
  for (const each of list) {
    if (each.type === 'parent-child') continue;
    const name = dependencyName(each, reverse);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups].map(([name, links]) => ({ name, links }));
}

type GroupProps = {
  readonly group: Group;
  /** Gates that are done and that nobody approved. */
  readonly gates: ReadonlySet<string>;
  readonly onRemove: (link: Dependency, title: string) => void;
};

function DependencyGroup({ group, gates, onRemove }: GroupProps) {
  return (
    <div className="flex items-start">
      <span className="w-20 shrink-0 pt-1 text-small text-fg-3 max-md:pt-3">{group.name}</span>
      <ul aria-label={group.name} className="min-w-0 flex-1">
        {group.links.map((link) => (
          <DependencyLink
            key={link.id}
            id={link.id}
            toApprove={gates.has(link.id)}
            onRemove={(title) => onRemove(link, title)}
          />
        ))}
      </ul>
    </div>
  );
}

function useDependencies(task: TaskView) {
  const add = useMutation(trpc.tasks.addDependency.mutationOptions(done));
  const remove = useMutation(trpc.tasks.removeDependency.mutationOptions(done));
  const edgeOf = ({ type, id, gate }: Dependency, reverse: boolean) => ({
    ...(reverse ? { id, on: task.id } : { id: task.id, on: id }),
    type,
    gate,
  });
  return {
    error: refusalText(add.error ?? remove.error),
    add: (on: string, { type, gate, reverse }: DependencyKind) => {
      remove.reset();
      add.mutate(reverse ? { id: on, on: task.id, type, gate } : { id: task.id, on, type, gate });
    },
    remove: (link: Dependency, reverse: boolean, title: string) => {
      add.reset();
      const edge = edgeOf(link, reverse);
      const { gate: _, ...named } = edge;
      remove.mutate(named, {
        onSuccess: () =>
          toast({
            text: `Unlinked from “${title}”`,
            action: { label: 'Undo', run: () => add.mutate(edge) },
          }),
      });
    },
  };
}

type KindMenuProps = { readonly kind: DependencyKind; readonly onChange: (kind: DependencyKind) => void };

function KindMenu({ kind, onChange }: KindMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="small" className="max-md:h-11" aria-label={`Kind of dependency: ${kind.name}`}>
          {kind.name}
          <ChevronDown aria-hidden="true" size={12} />
        </Button>
      }
    >
      <MenuChoices
        label="Kind of dependency"
        value={kind.key}
        onChange={(next) => onChange(dependencyKinds.find((each) => each.key === next) ?? kind)}
        options={dependencyKinds.map(({ key, name }) => ({ value: key, label: name }))}
      />
    </Menu>
  );
}

const usual: DependencyKind = { key: 'blocked-by', name: 'Blocked by', type: 'blocks' };

const noGates: ReadonlySet<string> = new Set();

/** What the task needs, and what needs it, by kind; parents and children stand elsewhere. */
export function TaskDependencies({ task }: { readonly task: TaskView }) {
  const [kind, setKind] = useState(usual);
  const { add, remove, error } = useDependencies(task);
  const needs = grouped(task.dependencies, false);
  const needed = grouped(task.dependents, true);
  const gates = new Set(task.blockers.filter(({ reason }) => reason === 'gate').map(({ id }) => id));
  const taken = (kind.reverse ? task.dependents : task.dependencies)
    .filter(({ type }) => type === kind.type)
    .map(({ id }) => id);
  return (
    <PanelSection
      title="Dependencies"
      aside={
        <>
          <KindMenu kind={kind} onChange={setKind} />
          <TaskPicker label="Add dependency" except={[task.id, ...taken]} onPick={(on) => add(on, kind)} />
        </>
      }
    >
      {needs.map((group) => (
        <DependencyGroup
          key={`needs ${group.name}`}
          group={group}
          gates={gates}
          onRemove={(link, title) => remove(link, false, title)}
        />
      ))}
      {needed.map((group) => (
        <DependencyGroup
          key={`needed ${group.name}`}
          group={group}
          gates={noGates}
          onRemove={(link, title) => remove(link, true, title)}
        />
      ))}
      {needs.length + needed.length === 0 && <p className="text-fg-3">No dependencies.</p>}
      <PropertyError error={error} />
    </PanelSection>
  );
}
