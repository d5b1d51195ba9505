import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { ProjectPanel } from '../features/projects/project-panel.tsx';

export const Route = createFileRoute('/projects/$projectId')({
  loader: ({ params: { projectId }, parentMatchPromise }) =>
    fetchFirst(detailsOf.project(projectId), parentMatchPromise),
  component: ProjectRoute,
});

function ProjectRoute() {
  const { projectId } = Route.useParams();
  return <ProjectPanel key={projectId} projectId={projectId} />;
}
