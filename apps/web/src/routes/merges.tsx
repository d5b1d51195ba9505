import { createFileRoute, Outlet } from '@tanstack/react-router';
import { MergesScreen } from '../features/merges/merges-screen.tsx';
import { readMergesSearch } from '../features/merges/merges-search.ts';

export const Route = createFileRoute('/merges')({
  validateSearch: readMergesSearch,
  component: () => <MergesScreen panel={<Outlet />} />,
});
