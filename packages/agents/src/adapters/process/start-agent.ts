import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@cw/kernel';
import { type AgentIdentity, findAgent, readPids } from './identity.ts';
import { bootId, carriesRun, listProcesses } from './process-table.ts';
import { logFiles, wrapper } from './wrapper.ts';

export type StartAgent = {
  /** The run's log directory; exists and is empty of an earlier start. */
  readonly dir: string;
  readonly runId: string;
  /** Absolute path of the program and its arguments; no shell reads them. */
  readonly argv: readonly string[];
  /** The whole environment; `CW_RUN` is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What the agent reads first. */
  readonly firstInput: string;
  /** `pipe`: more may be sent while it runs; `file`: the first input is all there is. */
  readonly input: 'pipe' | 'file';
  /**
   * Commands of programs that run beside the agent for as long as that lives, and end with their own input.
   * @defaultValue none
   */
  readonly companions?: readonly (readonly string[])[];
};

const startTimeoutMs = 10_000;

/** Code of the fault of an agent that was ended before it began. */
export const killedAtStartCode = 'agent.killed-at-start';

/**
 * Starts an agent so that it outlives this process. Safe to repeat: a directory runs its agent once, and a second call
 * answers the identity of the one that runs.
 * @throws Fault `agent.worktree-missing`, `agent.not-started`, `agent.killed-at-start`
 */
export async function startAgent(request: StartAgent): Promise<AgentIdentity> {
  const { dir, runId } = request;
  if (existsSync(join(dir, logFiles.pid))) return started(dir, runId);
  if (!statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Fault({
      code: 'agent.worktree-missing',
      message: `The directory ${request.cwd}, in which run ${runId} should work, does not exist.`,
      hint: 'Start the task again: this recreates its worktree.',
    });
  }
  writeFileSync(join(dir, logFiles.firstInput), request.firstInput, {
    mode: 0o600,
  });
  await waitForPid(spawnWrapper(request), request);
  return started(dir, runId);
}

function spawnWrapper(request: StartAgent): ChildProcess {
  const out = openSync(join(request.dir, logFiles.output), 'a', 0o600);
  const errors = openSync(join(request.dir, logFiles.errors), 'a', 0o600);
  try {
    const { companions = [] } = request;
    const beside = companions.flatMap((command) => [String(command.length), ...command]);
    const words = [request.dir, request.input, String(companions.length), ...beside, ...request.argv];
    const child = spawn('/bin/sh', ['-c', wrapper, 'cw-run', ...words], {
      cwd: request.cwd,
      detached: true,
      stdio: ['ignore', out, errors],
      env: { ...request.env, CW_RUN: request.runId },
    });
    child.unref();
    return child;
  } finally {
    closeSync(out);
    closeSync(errors);
  }
}

/** Waits for the wrapper's word, which may be another wrapper's that came first. */
async function waitForPid(child: ChildProcess, { dir, runId }: StartAgent): Promise<void> {
  let failure: unknown;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = performance.now() + startTimeoutMs;
  while (!existsSync(join(dir, logFiles.pid))) {
    if (child.signalCode !== null) throw killedAtStart(dir);
    if (failure !== undefined || child.exitCode || performance.now() > deadline) throw notStarted(dir, failure);
    // It found the directory taken: by a wrapper that is about to write, or by one that died before it could.
    if (child.exitCode === 0 && !isTakenByLiving(runId) && !existsSync(join(dir, logFiles.pid)))
      throw killedAtStart(dir);
    await pause(2);
  }
}

function isTakenByLiving(runId: string): boolean {
  return listProcesses().some(({ pid }) => carriesRun(pid, runId));
}

function killedAtStart(dir: string): Fault {
  return new Fault({
    code: killedAtStartCode,
    message: `The agent's process was killed from outside while it started, in ${dir}.`,
  });
}

function notStarted(dir: string, cause: unknown): Fault {
  return new Fault({
    code: 'agent.not-started',
    message: `The agent's process could not be started in ${dir}.`,
    hint: 'Check stderr.log there; the disk may be full, or the system may be out of processes.',
    cause,
  });
}

/** The identity of what the pid file names; of one that has already ended, the start time is no longer known. */
function started(dir: string, runId: string): AgentIdentity {
  const pid = readPids(dir)?.wrapper ?? 0;
  return findAgent(dir, runId) ?? { runId, pid, startTime: 0, bootId: bootId() };
}
