import { IconButton, PanelSection, Skeleton, StateIcon, shortId } from '@cw/ui';
import { X } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { refusalText, trpc } from '../../shared/api.ts';
import type { Dependency, TaskView } from '../../shared/api-types.ts';
import { refresh } from '../../shared/refresh.ts';
import { TaskPicker } from './task-picker.tsx';

const done = { onSuccess: () => refresh('tasks') };

const words: Readonly<Record<Dependency['type'], { readonly needs: string; readonly needed: string }>> = {
  blocks: { needs: 'Blocked by', needed: 'Blocks' },
  'parent-child': { needs: 'Part of', needed: 'Parts' },
  related: { needs: 'Related', needed: 'Related' },
  'discovered-from': { needs: 'Found in', needed: 'Led to' },
  'waits-for': { needs: 'Waits for', needed: 'Awaited by' },
  'on-failure': { needs: 'If it fails', needed: 'On failure' },
};

type OneProps = { readonly id: string; readonly onRemove?: (() => void) | undefined };

function DependencyLink({ id, onRemove }: OneProps) {
  const { data } = useQuery(trpc.tasks.show.queryOptions({ id }));
  return (
    <li className="group flex h-7 min-w-0 items-center gap-2">
      {data ? <StateIcon state={data.state} /> : <Skeleton className="size-3.5" />}
      <Link
        to="/tasks/$taskId"
        params={{ taskId: id }}
        search={true}
        className="flex min-w-0 flex-1 items-center gap-2 hover:underline"
      >
        <span className="font-mono text-[11.5px] text-fg-3">{shortId(id)}</span>
        {data ? <span className="truncate">{data.title}</span> : <Skeleton className="w-40" />}
      </Link>
      {onRemove && (
        <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <IconButton label={`Remove the dependency on ${data?.title ?? id}`} size="small" onClick={onRemove}>
            <X />
          </IconButton>
        </span>
      )}
    </li>
  );
}

function byType(list: readonly Dependency[]): readonly (readonly [Dependency['type'], readonly string[]])[] {
  const groups = new Map<Dependency['type'], string[]>();
  for (const { type, id } of list) groups.set(type, [...(groups.get(type) ?? []), id]);
  return [...groups];
}

type GroupProps = {
  readonly name: string;
  readonly ids: readonly string[];
  readonly onRemove?: ((id: string) => void) | undefined;
};

function DependencyGroup({ name, ids, onRemove }: GroupProps) {
  return (
    <div className="flex items-start">
      <span className="w-20 shrink-0 pt-1 text-small text-fg-3">{name}</span>
      <ul className="min-w-0 flex-1">
        {ids.map((id) => (
          <DependencyLink key={id} id={id} onRemove={onRemove && (() => onRemove(id))} />
        ))}
      </ul>
    </div>
  );
}

/** What the task needs, and what needs it. */
export function TaskDependencies({ task }: { readonly task: TaskView }) {
  const add = useMutation(trpc.tasks.addDependency.mutationOptions(done));
  const remove = useMutation(trpc.tasks.removeDependency.mutationOptions(done));
  const error = add.error ?? remove.error;
  const linked = [...task.dependencies, ...task.dependents].map((each) => each.id);
  return (
    <PanelSection
      title="Dependencies"
      aside={
        <TaskPicker
          label="Add dependency"
          except={[task.id, ...linked]}
          onPick={(on) => add.mutate({ id: task.id, on })}
        />
      }
    >
      {byType(task.dependencies).map(([type, ids]) => (
        <DependencyGroup
          key={`needs ${type}`}
          name={words[type].needs}
          ids={ids}
          onRemove={(on) => remove.mutate({ id: task.id, on, type })}
        />
      ))}
      {byType(task.dependents).map(([type, ids]) => (
        <DependencyGroup key={`needed ${type}`} name={words[type].needed} ids={ids} />
      ))}
      {linked.length === 0 && <p className="text-fg-3">Waits for nothing, and nothing waits for it.</p>}
      {error && (
        <p role="alert" className="text-small text-danger-fg wrap-anywhere">
          {refusalText(error)}
        </p>
      )}
    </PanelSection>
  );
}
