import { createFileRoute, Outlet } from '@tanstack/react-router';
import { PermissionsScreen } from '../features/settings/permissions-screen.tsx';

export const Route = createFileRoute('/settings_/permissions')({
  component: () => <PermissionsScreen panel={<Outlet />} />,
});
