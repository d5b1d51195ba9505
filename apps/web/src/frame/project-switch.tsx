import { Menu, MenuChoices, MenuItem, MenuSeparator } from '@cw/ui';
import { ChevronDown, FolderGit2, Plus } from '@cw/ui/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useProjects } from '../entities/project/projects.ts';
import { openWindow } from './layout.ts';

const everything = 'all';

/** Which project the screens are about; kept in the URL, so that a link shows the same. */
export function ProjectSwitch() {
  const { data } = useProjects();
  const { project } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const projects = data?.items ?? [];
  const name = projects.find((each) => each.id === project)?.name ?? 'All projects';
  const others = project ? projects.length - 1 : 0;
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Project: ${name}`}
          className="flex h-8 w-full items-center gap-2 rounded-control border border-line-2 bg-raised px-2 font-medium hover:bg-hover"
        >
          <FolderGit2 aria-hidden="true" size={15} className="shrink-0 text-fg-2" />
          <span className="truncate">{name}</span>
          {others > 0 && <span className="text-meta font-normal text-fg-3">+{others}</span>}
          <ChevronDown aria-hidden="true" size={14} className="ml-auto shrink-0 text-fg-mute" />
        </button>
      }
    >
      <MenuChoices
        label="Project"
        value={project ?? everything}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: (previous) => ({ ...previous, project: next === everything ? undefined : next }),
          })
        }
        options={[
          { value: everything, label: 'All projects' },
          ...projects.map((each) => ({ value: each.id, label: each.name })),
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={<Plus aria-hidden="true" />} onSelect={() => openWindow.set({ kind: 'add-project' })}>
        Add project
      </MenuItem>
    </Menu>
  );
}
