import { join } from 'node:path';
import { type CliContext, type CliRun, plainText } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { schemaVersion } from '@cw/storage';
import { findCommonGitDir, homeOfVariable } from './home.ts';
import { workspaceAt } from './workspace.ts';

/** `cw init`: makes the workspace's database, or says that it is there. */
export const init: CliRun = async (input, context) => {
  if (!input.flag('local')) return describe(context.workspace, context.workspace.home);
  const gitDir = findCommonGitDir(context.cwd);
  if (gitDir === undefined) {
    return err({
      code: 'init.no-repository',
      message: `${context.cwd} is not in a git repository, so it cannot have a local workspace.`,
      hint: 'Run it inside a repository, or run cw init without --local.',
    });
  }
  const workspace = workspaceAt(join(gitDir, 'cw'));
  try {
    const winner = otherHome(context, workspace.home);
    if (winner !== undefined) {
      context.note(
        `CW_HOME names another workspace, ${winner}, and wins: commands use that one. Unset CW_HOME to use this one.`,
      );
    }
    return await describe(workspace, workspace.home);
  } finally {
    workspace.close();
  }
};

/** The workspace that commands go on using in the place of this one. */
function otherHome(context: Pick<CliContext, 'env' | 'cwd'>, home: string): string | undefined {
  const winner = homeOfVariable(context);
  return winner === home ? undefined : winner;
}

async function describe(workspace: { storage: { logId(): Promise<string> } }, home: string): ReturnType<CliRun> {
  const logId = await workspace.storage.logId();
  return ok({
    data: { home, logId, schemaVersion },
    ids: [home],
    text: (style) => `Workspace at ${style.bold(plainText(home))}`,
  });
}
