import { Button, Menu, MenuChoices, shortId } from '@cw/ui';
import { ChevronsUpDown } from '@cw/ui/icons';
import { useNavigate } from '@tanstack/react-router';
import { useProjectNames } from '../../entities/project/projects.ts';

/** What is looked at and changed: the workspace, or the project that the sidebar is on. */
export function LayerMenu({ project }: { readonly project: string | undefined }) {
  const navigate = useNavigate();
  const names = useProjectNames();
  const options = [...names].map(([value, label]) => ({ value, label: `Project ${label}` }));
  if (options.length === 0) return null;
  const called = project ? (names.get(project) ?? shortId(project)) : 'Workspace';
  const name = project ? `Project ${called}` : called;
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="quiet"
          className="max-md:h-11 max-md:max-w-30 max-md:px-1.5"
          aria-label={`Settings of: ${name}`}
          icon={<ChevronsUpDown aria-hidden="true" size={14} />}
        >
          <span className="truncate">
            {project && <span className="max-md:hidden">Project </span>}
            {called}
          </span>
        </Button>
      }
    >
      <MenuChoices
        label="Settings of"
        value={project ?? ''}
        onChange={(next) => void navigate({ to: '.', search: { project: next || undefined } })}
        options={[{ value: '', label: 'Workspace' }, ...options]}
      />
    </Menu>
  );
}
