import { FailedPanel } from '@cw/ui';
import {
  createRootRoute,
  type ErrorComponentProps,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCell } from '../data/cell.ts';
import { detailsOf } from '../data/details.ts';
import { readText } from '../data/search-params.ts';
import { UnknownInAddress, wholeId } from '../data/whole-id.ts';
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
  beforeLoad: async ({ search, location }) => {
    const project = await wholeId(search.project, detailsOf.project);
    if (project !== undefined) {
      throw redirect({ to: location.pathname, search: { ...location.search, project }, replace: true });
    }
  },
  component: Root,
  errorComponent: RootFailure,
});

/** Where the address names a project that there is not, nothing of it is shown as if it were. */
function RootFailure({ error }: ErrorComponentProps) {
  if (!(error instanceof UnknownInAddress)) throw error;
  return (
    <>
      <FailedPanel title="The address names a project that there is not." detail={error.message} />
      <a className="mx-4 text-accent underline" href={window.location.pathname}>
        Show all projects
      </a>
    </>
  );
}

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
