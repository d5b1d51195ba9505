import { createFileRoute, Outlet } from '@tanstack/react-router';
import { MergesScreen } from '../features/merges/merges-screen.tsx';

export const Route = createFileRoute('/merges')({ component: () => <MergesScreen panel={<Outlet />} /> });
