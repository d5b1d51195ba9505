import { Soon } from '@cw/ui';
import { createRootRoute, Outlet, retainSearchParams } from '@tanstack/react-router';
import { lazy } from 'react';
import { useCell } from '../data/cell.ts';
import { readText } from '../data/search-params.ts';
import { NewTaskDialog } from '../features/tasks/new-task-dialog.tsx';
import { Frame } from '../frame/frame.tsx';
import { KeysDialog } from '../frame/keys-dialog.tsx';
import { closeWindow, openWindow } from '../frame/layout.ts';
import { Palette } from '../frame/palette.tsx';

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

/** What a key opens is part of the page; the rest is fetched when it is first asked for. */
function Windows() {
  const window = useCell(openWindow);
  return (
    <Soon onClose={closeWindow}>
      {window.kind === 'palette' && <Palette />}
      {window.kind === 'keys' && <KeysDialog />}
      {window.kind === 'new-task' && <NewTaskDialog {...window} />}
      {window.kind === 'add-project' && <AddProjectDialog />}
      {window.kind === 'add-account' && <AddAccountDialog />}
      {window.kind === 'new-message' && <NewMessageDialog to={window.to} />}
      {window.kind === 'add-rule' && <AddRuleDialog projectId={window.projectId} />}
    </Soon>
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
