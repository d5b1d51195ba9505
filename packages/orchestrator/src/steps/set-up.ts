import { join } from 'node:path';
import type { RunRecord } from '@cw/agents';
import { setUpWorktree } from '@cw/projects';
import type { Reached } from '../commands/advance-run.ts';
import type { Driving } from '../deps.ts';
import { projectOf } from './project-of.ts';
import { worktreeOf } from './worktree-of.ts';

/** Makes the worktree ready to work in: the project's files, then its set-up command. */
export async function setUp(deps: Driving, run: RunRecord): Promise<Reached> {
  const { project, paths } = await projectOf(deps, run.projectId);
  await setUpWorktree({
    worktree: worktreeOf(run).worktree,
    filesDir: paths.filesDir,
    command: project.setupCommand,
    logFile: join(deps.agents.logDir(run.id), 'setup.log'),
    mark: run.id,
    signal: deps.signal,
  });
  return { runId: run.id, step: 'prompt' };
}
