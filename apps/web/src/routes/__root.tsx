import { FailedPanel, Soon } from '@cw/ui';
import { createRootRoute, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import { lazy } from 'react';
import { useCell } from '../data/cell.ts';
import { detailsOf } from '../data/details.ts';
import { readText } from '../data/search-params.ts';
import { UnknownInAddress, wholeId } from '../data/whole-id.ts';
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
  beforeLoad: async ({ search, location }) => {
    const named = await projectOfAddress(search.project);
    if (named.id !== undefined) {
      throw redirect({ to: location.pathname, search: { ...location.search, project: named.id }, replace: true });
    }
    return { unknownProject: named.unknown };
  },
  component: Root,
});

type NamedProject = { readonly id?: string | undefined; readonly unknown?: string | undefined };

/** The whole id of the project that the address names in another way, or what is said of one that there is not. */
async function projectOfAddress(project: string | undefined): Promise<NamedProject> {
  try {
    return { id: await wholeId(project, detailsOf.project) };
  } catch (error) {
    if (error instanceof UnknownInAddress) return { unknown: error.message };
    throw error;
  }
}

/** Where the address names a project that there is not, nothing is shown as if it were of it. */
function UnknownProject({ told }: { readonly told: string }) {
  return (
    <>
      <FailedPanel title="This project was not found." detail={told} />
      <a className="mx-4 font-medium hover:underline" href={window.location.pathname}>
        Show all projects
      </a>
    </>
  );
}

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
  const { unknownProject } = Route.useRouteContext();
  return (
    <Frame>
      {unknownProject === undefined ? <Outlet /> : <UnknownProject told={unknownProject} />}
      <Windows />
    </Frame>
  );
}
