import type { CliRun } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { askForLink } from '../http/ask-for-link.ts';
import { findServer } from '../http/server-file.ts';
import { openBrowser } from '../parts/open-browser.ts';

/** `cw open`: a one-time link into the dashboard of the server that runs in this workspace. */
export const open: CliRun = async (input, context) => {
  const { home } = context.workspace;
  const server = await findServer(home);
  if (server === undefined) {
    return err({
      code: 'server.not-running',
      message: `No server is running for the workspace ${home}.`,
      hint: 'Start one with cw --server.',
      kind: 'unavailable',
    });
  }
  const link = await askForLink(server);
  const opened = !input.flag('print') && !context.json && (await openBrowser(link.url));
  return ok({
    data: link,
    ids: [link.url],
    text: (style) =>
      `${link.url}\n${style.dim(opened ? 'Opened in the browser; it works once, within ten minutes.' : 'Works once, within ten minutes.')}`,
  });
};
