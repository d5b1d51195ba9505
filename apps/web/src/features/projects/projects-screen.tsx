import { Button, cx, EmptyState, RelativeTime, SkeletonRows, shortId } from '@cw/ui';
import { FolderGit2, GitBranch, Plus } from '@cw/ui/icons';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { ProjectView } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useProjects } from '../../entities/project/projects.ts';
import { plural } from '../../entities/text/format.ts';
import { openWindow } from '../../frame/layout.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { useLinkKeys } from '../../frame/use-list-keys.ts';

function ProjectLine({ project, active }: { readonly project: ProjectView; readonly active: boolean }) {
  return (
    <li id={project.id}>
      <Link
        to="/projects/$projectId"
        params={{ projectId: project.id }}
        search={true}
        className={cx(
          'flex h-8 items-center gap-2.5 border-l-2 pr-4 pl-3.5 outline-offset-[-2px] max-md:h-11',
          active ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
        )}
      >
        <FolderGit2 aria-hidden="true" size={14} className="shrink-0 text-fg-mute" />
        <span className="hidden w-14 shrink-0 font-mono text-[11.5px] text-fg-3 sm:inline">{shortId(project.id)}</span>
        <span className="shrink-0 font-medium">{project.name}</span>
        <code className="min-w-0 flex-1 truncate text-small text-fg-3">{project.source}</code>
        <span className="hidden items-center gap-1.5 text-small text-fg-2 md:flex">
          <GitBranch aria-hidden="true" size={13} className="text-fg-mute" />
          {project.defaultBranch}
        </span>
        <span className="hidden w-20 text-right text-small text-fg-2 md:inline">
          {project.checks.length > 0 ? plural(project.checks.length, 'check') : 'unchecked'}
        </span>
        <RelativeTime at={project.updatedAt} className="w-8 shrink-0 text-right text-small text-fg-3" />
      </Link>
    </li>
  );
}

function addProject(): void {
  openWindow.set({ kind: 'add-project' });
}

/** The repositories under the workspace's care. */
export function ProjectsScreen({ panel }: { readonly panel: ReactNode }) {
  const query = useProjects();
  const { projectId } = useParams({ strict: false });
  const navigate = useNavigate();
  const ids = useMemo(() => query.data?.items.map((project) => project.id) ?? [], [query.data]);
  const active = useLinkKeys({
    ids,
    openId: projectId,
    onOpen: (id) => void navigate({ to: '/projects/$projectId', params: { projectId: id }, search: true }),
  });
  return (
    <>
      <div className={cx('flex-col', projectId ? 'hidden lg:flex' : 'flex')}>
        <TopBar title="Projects" count={query.data?.total}>
          <Button icon={<Plus aria-hidden="true" size={14} />} onClick={addProject}>
            Add project
          </Button>
        </TopBar>
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={cx('min-h-0 min-w-0 flex-1 flex-col', projectId ? 'hidden lg:flex' : 'flex')}>
          <QueryView query={query} what="The projects" pending={<SkeletonRows rows={4} label="Loading projects" />}>
            {(page) =>
              page.items.length === 0 ? (
                <EmptyState
                  icon={<FolderGit2 />}
                  title="No projects yet"
                  action={
                    <Button variant="primary" onClick={addProject}>
                      Add project
                    </Button>
                  }
                >
                  A project is a git repository that agents work on, each in a worktree of its own.
                </EmptyState>
              ) : (
                <ul aria-label="Projects" className="min-h-0 flex-1 overflow-y-auto">
                  {page.items.map((project) => (
                    <ProjectLine key={project.id} project={project} active={(projectId ?? active) === project.id} />
                  ))}
                </ul>
              )
            }
          </QueryView>
        </div>
        {panel}
      </div>
    </>
  );
}
