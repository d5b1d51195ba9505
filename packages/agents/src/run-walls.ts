import { agentLogDir } from './adapters/agent-log-dir.ts';
import { readRunSandbox } from './adapters/sandbox/sandbox-files.ts';

/**
 * Whether the agent of a run is, or was, kept in a sandbox; undefined before it is started and once its log is gone. It
 * needs nothing else of this room, so that the tools of a run start soon.
 */
export function isRunWalled(home: string, runId: string): boolean | undefined {
  return readRunSandbox(agentLogDir(home, runId))?.on;
}
