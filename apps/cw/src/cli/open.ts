import type { CliRun } from '@cw/entry';
import { err, ok, step } from '@cw/kernel';
import { askForLink } from '../http/ask-for-link.ts';
import { findServer } from '../http/server-file.ts';
import { openBrowser } from '../parts/open-browser.ts';
import { dashboardPlace } from './dashboard-place.ts';

/** `cw open`: a one-time link into the dashboard of the server that runs in this workspace, at the thing that is named. */
export const open: CliRun = async (input, context) => {
  const { home } = context.workspace;
  const server = await findServer(home);
  if (server === undefined) {
    return err({
      code: 'server.not-running',
      message: `No server is running for the workspace ${home}.`,
      next: [step('Start one', '--server')],
      kind: 'unavailable',
    });
  }
  const thing = input.optionalArgument('id');
  const place =
    thing === undefined ? undefined : await dashboardPlace({ read: context.workspace.storage.read, home }, thing);
  if (place?.ok === false) return place;
  const link = await askForLink(server, place?.value.path);
  const opened = !input.flag('print') && !context.json && (await openBrowser(link.url));
  return ok({
    data: { ...link, id: place?.value.id ?? null },
    ids: [link.url],
    text: (style) =>
      `${link.url}\n${style.dim(opened ? 'Opened in the browser; it works once, within ten minutes.' : 'Works once, within ten minutes.')}`,
  });
};
