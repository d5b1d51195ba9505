import { createFileRoute, redirect } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { wholeIdOfPanel } from '../data/whole-id.ts';
import { ProjectPanel } from '../features/projects/project-panel.tsx';

export const Route = createFileRoute('/projects/$projectId')({
  beforeLoad: async ({ params }) => {
    const projectId = await wholeIdOfPanel(params.projectId, detailsOf.project);
    if (projectId !== undefined)
      throw redirect({ to: '/projects/$projectId', params: { projectId }, search: true, replace: true });
  },
  loader: ({ params: { projectId }, parentMatchPromise }) =>
    fetchFirst(detailsOf.project(projectId), parentMatchPromise),
  component: ProjectRoute,
});

function ProjectRoute() {
  const { projectId } = Route.useParams();
  return <ProjectPanel key={projectId} projectId={projectId} />;
}
