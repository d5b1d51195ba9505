import type { CliContext, CliRun } from '@cw/entry';
import { ok } from '@cw/kernel';
import { findServer } from '../http/server-file.ts';
import { gatherStatus } from '../status/gather-status.ts';
import type { StatusReport } from '../status/status-report.ts';
import { statusText } from './status-text.ts';
import { outputHeight } from './style.ts';
import { whyNotStarted } from './why-not-started.ts';

/** `cw status`: what works, what needs you, what is queued, merged and spent, on one screen. */
export const status: CliRun = async (input, context) => {
  const report = await reportFor(context, input.flag('all-projects'));
  return ok({
    data: report,
    ids: report.needsYou.items.map(({ id }) => id),
    text: (style) => statusText(report, { style, width: context.width, now: context.workspace.clock.now() }),
  });
};

/** How the project stands in whose repository one is, else the workspace. */
export async function reportFor(context: CliContext, everywhere: boolean): Promise<StatusReport> {
  const { workspace, env } = context;
  return gatherStatus({
    workspace,
    project: everywhere ? undefined : await context.folderProject(),
    server: await findServer(workspace.home),
    most: rowsFor(outputHeight(env)),
    whyNotStarted: (taskId) => whyNotStarted(workspace, taskId),
  });
}

/** Rows for each of five lists with their heading and a line between them, so that all of it fits. */
function rowsFor(height: number): number {
  const [fixed, lists, besides] = [6, 5, 3];
  return Math.min(10, Math.max(2, Math.floor((height - fixed) / lists) - besides));
}
