import { Button, ConfirmDialog, PropertyRow, RelativeTime, toast } from '@cw/ui';
import { CirclePause, ListTodo, Play, Trash2 } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { ProjectView } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { refresh } from '../../data/refresh.ts';
import { EventSlice } from '../../entities/event/event-slice.tsx';
import { usePauses, usePausing } from '../../entities/project/pauses.ts';
import { DetailPanel } from '../../frame/detail-panel.tsx';
import { ProjectMonitor } from './project-monitor.tsx';
import { ProjectPermissions } from './project-permissions.tsx';
import { ProjectSettings } from './project-settings.tsx';

function RemoveProject({ project }: { readonly project: ProjectView }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useMutation(
    trpc.projects.remove.mutationOptions({
      onSuccess: () => {
        toast({ state: 'cancelled', text: `Removed ${project.name}` });
        refresh('projects', 'tasks');
        void navigate({ to: '/projects', search: { project: undefined } });
      },
    }),
  );
  return (
    <div className="mt-8 border-t border-line pt-4">
      <Button
        variant="danger"
        className="max-md:h-11"
        icon={<Trash2 aria-hidden="true" size={13} />}
        onClick={() => setAsking(true)}
      >
        Remove project
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${project.name}?`}
        action="Remove project"
        typeToConfirm={project.name}
        pending={remove.isPending}
        error={refusalText(remove.error)}
        onConfirm={() => remove.mutate({ id: project.id })}
      >
        No agent will work on it any more, and it disappears from the lists. Your repository, its branches and what was
        merged into it stay as they are.
      </ConfirmDialog>
    </div>
  );
}

function PauseProject({ projectId }: { readonly projectId: string }) {
  const isPaused = usePauses().some((pause) => pause.projectId === projectId);
  const { pause, resume, pending } = usePausing(projectId);
  return isPaused ? (
    <Button className="max-md:h-11" icon={<Play aria-hidden="true" size={14} />} disabled={pending} onClick={resume}>
      Resume
    </Button>
  ) : (
    <Button
      className="max-md:h-11"
      icon={<CirclePause aria-hidden="true" size={14} />}
      disabled={pending}
      onClick={pause}
    >
      Pause
    </Button>
  );
}

function ProjectBody({ project }: { readonly project: ProjectView }) {
  return (
    <div className="fade-in">
      <h2 className="text-panel font-semibold wrap-anywhere">{project.name}</h2>
      <div className="mt-2 flex gap-2">
        <Link
          to="/tasks"
          search={{ project: project.id }}
          className="inline-flex h-7 items-center gap-1.5 rounded-control border border-line-2 bg-raised px-2.5 font-medium hover:bg-hover max-md:h-11"
        >
          <ListTodo aria-hidden="true" size={14} />
          Its tasks
        </Link>
        <PauseProject projectId={project.id} />
      </div>
      <dl className="mt-4 flex flex-col">
        <PropertyRow name="Source">
          <code className="wrap-anywhere">{project.source}</code>
        </PropertyRow>
        <PropertyRow name="Default">
          <code>{project.defaultBranch}</code>
        </PropertyRow>
        <PropertyRow name="Integration">
          <code>{project.integrationBranch}</code>
        </PropertyRow>
        <PropertyRow name="Files">
          <code className="wrap-anywhere" title="Copied into each worktree">
            {project.filesDir}
          </code>
        </PropertyRow>
        <PropertyRow name="Added">
          <RelativeTime at={project.createdAt} className="text-fg-2" />
        </PropertyRow>
      </dl>
      <ProjectMonitor projectId={project.id} />
      <ProjectPermissions projectId={project.id} />
      <ProjectSettings key={project.revision} project={project} />
      <EventSlice entity={project.id} title="Activity" />
      <RemoveProject project={project} />
    </div>
  );
}

/** One project and how it is worked on. */
export function ProjectPanel({ projectId }: { readonly projectId: string }) {
  const navigate = useNavigate();
  const query = useQuery(detailsOf.project(projectId));
  return (
    <DetailPanel
      what="project"
      id={projectId}
      query={query}
      onClose={() => void navigate({ to: '/projects', search: true })}
    >
      {(project) => <ProjectBody project={project} />}
    </DetailPanel>
  );
}
