import { execFile } from 'node:child_process';
import { isFault } from '@cw/kernel';
import type { SandboxState } from '../../model/sandbox.ts';
import type { HostEnv } from '../providers/child-environment.ts';
import { findProgram } from '../providers/find-program.ts';
import { bwrapArguments } from './bwrap-arguments.ts';

const longestTry = 5_000;

const off = 'turn it off: cw config set agents.sandbox off';

/**
 * Tries whether agents can be kept in a sandbox here, by running a program in one as they would be run.
 * Takes some milliseconds, and never longer than five seconds.
 */
export async function probeSandbox(host: HostEnv, platform: string = process.platform): Promise<SandboxState> {
  if (platform !== 'linux') {
    return {
      works: false,
      why: 'Sandboxes are made with bubblewrap, which is for Linux only',
      hint: `T${off.slice(1)}`,
    };
  }
  const path = host.PATH ?? '';
  const program = programOn(path);
  if (program === undefined) {
    const hint = `Install it (the package bubblewrap of most distributions), or ${off}`;
    return { works: false, why: 'bubblewrap (bwrap) is not installed', hint };
  }
  const said = await run([...bwrapArguments(program, [{ kind: 'hide', path: '/run' }]), 'true'], path);
  if (said === undefined) return { works: true, program };
  return {
    works: false,
    why: `bubblewrap is installed, but fails: ${said.replace(/\.$/, '')}`,
    hint: `Let this user make user namespaces (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns, or the security profile of the container that cw runs in), or ${off}`,
  };
}

function programOn(path: string): string | undefined {
  try {
    return findProgram('bwrap', path);
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}

/** What went wrong, in the program's own last words; undefined when nothing did. */
function run([program = '', ...args]: readonly string[], path: string): Promise<string | undefined> {
  const options = { env: { PATH: path }, cwd: '/', timeout: longestTry, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, _, stderr) => {
      if (error === null) resolve(undefined);
      else if (error.killed) resolve(`it did not end within ${longestTry / 1000} seconds`);
      else resolve(stderr.trim().split('\n').at(-1)?.slice(0, 300) || `it ended with ${error.code ?? error.signal}`);
    });
  });
}
