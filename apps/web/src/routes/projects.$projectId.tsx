import { createFileRoute } from '@tanstack/react-router';
import { ProjectPanel } from '../features/projects/project-panel.tsx';

export const Route = createFileRoute('/projects/$projectId')({ component: ProjectRoute });

function ProjectRoute() {
  const { projectId } = Route.useParams();
  return <ProjectPanel key={projectId} projectId={projectId} />;
}
