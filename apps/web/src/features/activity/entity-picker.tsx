import { type Found, PickPopover, StateIcon } from '@cw/ui';
import { Search } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { trpc } from '../../data/api.ts';
import { useProjects } from '../../entities/project/projects.ts';
import { bestMatches } from '../../entities/text/text-match.ts';

const wholeId = /^[a-z]{2,4}_[0-9a-z]{12}$/;

function useFound(text: string): readonly Found[] {
  const asked = useDeferredValue(text.trim());
  const { data: tasks } = useQuery({
    ...trpc.tasks.list.queryOptions({ text: asked, all: true, limit: 8, sort: 'updated' }),
    enabled: asked !== '',
  });
  const { data: projects } = useProjects();
  if (asked === '') return [];
  const named = bestMatches(projects?.items ?? [], asked, (project) => `${project.name} ${project.id}`, 4);
  return [
    ...(wholeId.test(asked) ? [{ id: asked, name: 'This id', icon: null }] : []),
    ...(tasks?.items ?? []).map((task) => ({ id: task.id, name: task.title, icon: <StateIcon state={task.state} /> })),
    ...named.map((project) => ({ id: project.id, name: `Project ${project.name}`, icon: null })),
  ];
}

/** Asks for one thing whose events are wanted: a task by its title, a project by its name, anything by its id. */
export function EntityPicker({ onPick }: { readonly onPick: (id: string) => void }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const found = useFound(text);
  return (
    <PickPopover
      open={open}
      onOpenChange={setOpen}
      label="About one thing"
      trigger={
        <button
          type="button"
          className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-control border border-line-2 border-dashed px-2 text-small text-fg-2 hover:bg-hover data-[state=open]:bg-active max-md:h-11"
        >
          <Search aria-hidden="true" size={14} />
          About
        </button>
      }
      field={{ label: 'Title of a task, name of a project, or any id', placeholder: 'Title, name or id', text }}
      onText={setText}
      found={found}
      nothing={text.trim() === '' ? undefined : 'Nothing fits.'}
      onPick={onPick}
    />
  );
}
