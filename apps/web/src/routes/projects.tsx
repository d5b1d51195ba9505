import { createFileRoute, Outlet } from '@tanstack/react-router';
import { ProjectsScreen } from '../features/projects/projects-screen.tsx';

export const Route = createFileRoute('/projects')({ component: () => <ProjectsScreen panel={<Outlet />} /> });
