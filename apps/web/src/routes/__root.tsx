import { createRootRoute, Outlet, retainSearchParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCell } from '../data/cell.ts';
import { readText } from '../data/search-params.ts';
import { Frame } from '../frame/frame.tsx';
import { openWindow } from '../frame/layout.ts';

const Palette = lazy(() => import('../frame/palette.tsx').then((module) => ({ default: module.Palette })));
const KeysDialog = lazy(() => import('../frame/keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })));
const NewTaskDialog = lazy(() =>
  import('../features/tasks/new-task-dialog.tsx').then((module) => ({ default: module.NewTaskDialog })),
);
const AddProjectDialog = lazy(() =>
  import('../features/projects/add-project-dialog.tsx').then((module) => ({ default: module.AddProjectDialog })),
);
const AddAccountDialog = lazy(() =>
  import('../features/accounts/add-account-dialog.tsx').then((module) => ({ default: module.AddAccountDialog })),
);
const AddRuleDialog = lazy(() =>
  import('../features/settings/add-rule-dialog.tsx').then((module) => ({ default: module.AddRuleDialog })),
);
const NewMessageDialog = lazy(() =>
  import('../features/mail/new-message-dialog.tsx').then((module) => ({ default: module.NewMessageDialog })),
);

export const Route = createRootRoute({
  validateSearch: (raw: Record<string, unknown>): { project?: string | undefined } => ({
    project: readText(raw.project),
  }),
  search: { middlewares: [retainSearchParams(['project'])] },
  component: Root,
});

function Windows() {
  const window = useCell(openWindow);
  return (
    <Suspense fallback={null}>
      {window.kind === 'palette' && <Palette />}
      {window.kind === 'keys' && <KeysDialog />}
      {window.kind === 'new-task' && <NewTaskDialog {...window} />}
      {window.kind === 'add-project' && <AddProjectDialog />}
      {window.kind === 'add-account' && <AddAccountDialog />}
      {window.kind === 'new-message' && <NewMessageDialog to={window.to} />}
      {window.kind === 'add-rule' && <AddRuleDialog projectId={window.projectId} />}
    </Suspense>
  );
}

function Root() {
  return (
    <Frame>
      <Outlet />
      <Windows />
    </Frame>
  );
}
