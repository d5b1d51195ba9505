import { join } from 'node:path';

/** Where a run's prompt, inputs and output lie. */
export function agentLogDir(home: string, runId: string): string {
  return join(home, 'agent-logs', runId);
}
