import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootId, carriesRun, readProcess } from './process-table.ts';
import { logFiles } from './wrapper.ts';

/** Names the wrapper of one run for ever: no later process can be taken for it. */
export type AgentIdentity = {
  readonly runId: string;
  readonly pid: number;
  /** Clock ticks since boot. */
  readonly startTime: number;
  readonly bootId: string;
};

/** `died`: the wrapper is gone and left no exit code, so somebody killed it. */
export type AgentStatus =
  | { readonly kind: 'running' }
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'died' };

/** True when the recorded wrapper still runs. */
export function isAlive(identity: AgentIdentity): boolean {
  const facts = readProcess(identity.pid);
  return (
    facts !== undefined &&
    !facts.zombie &&
    facts.startTime === identity.startTime &&
    identity.bootId === bootId() &&
    carriesRun(identity.pid, identity.runId)
  );
}

function exitCode(dir: string): number | undefined {
  const path = join(dir, logFiles.exit);
  const written = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return /^\d{1,3}$/.test(written) ? Number(written) : undefined;
}

/** How the agent of a run fares; may be asked by any process, also long after the one that started it. */
export function agentStatus(dir: string, identity: AgentIdentity): AgentStatus {
  const alive = isAlive(identity);
  // Looked at in this order: a wrapper seen dead has written its exit file, if it ever will.
  const code = exitCode(dir);
  if (code !== undefined) return { kind: 'exited', code };
  return alive ? { kind: 'running' } : { kind: 'died' };
}

/** Process numbers the wrapper wrote down: itself, and the holder of the pipe (0: none). */
export function readPids(dir: string): { wrapper: number; holder: number } | undefined {
  const path = join(dir, logFiles.pid);
  if (!existsSync(path)) return undefined;
  const [wrapper = 0, holder = 0] = readFileSync(path, 'utf8').trim().split(' ').map(Number);
  return { wrapper, holder };
}

/**
 * Who runs in a log directory, for a server that died before it wrote the identity down.
 * @returns undefined when nothing was started there, or what was has ended.
 */
export function findAgent(dir: string, runId: string): AgentIdentity | undefined {
  const pids = readPids(dir);
  const facts = pids && readProcess(pids.wrapper);
  if (!facts || facts.zombie || !carriesRun(facts.pid, runId)) return undefined;
  return {
    runId,
    pid: facts.pid,
    startTime: facts.startTime,
    bootId: bootId(),
  };
}
