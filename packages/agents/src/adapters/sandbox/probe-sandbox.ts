import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFault, step } from '@cw/kernel';
import type { Missing } from '../../model/missing.ts';
import type { Bubblewrap, SandboxState } from '../../model/sandbox.ts';
import type { HostEnv } from '../child-environment.ts';
import { findProgram } from '../find-program.ts';
import { type Attack, prepareAttack } from './break-walls.ts';
import { bwrapArguments } from './bwrap-arguments.ts';
import { systemCallFilter } from './system-call-filter.ts';

/** A busy machine is no reason to say that there is no sandbox. */
const longestTry = 15_000;

const turnOff = [step('Or turn the sandbox off', 'config set', 'agents.sandbox', 'off')];

export type ProbePlace = {
  /** Folder for the filter of system calls, which every sandbox is started with. */
  readonly folder: string;
  readonly platform?: string;
  readonly arch?: string;
};

/**
 * Tries whether agents can be kept in a sandbox here: starts one as they would be started, and tries to break each of its
 * walls from inside. Takes some hundredths of a second, and never longer than half a minute.
 */
export async function probeSandbox(
  host: HostEnv,
  { folder, platform = process.platform, arch = process.arch }: ProbePlace,
): Promise<SandboxState> {
  if (platform !== 'linux') {
    return {
      works: false,
      why: 'Sandboxes need bubblewrap, which is for Linux only',
      next: [step('Turn the sandbox off', 'config set', 'agents.sandbox', 'off')],
    };
  }
  const path = host.PATH ?? '';
  const program = programOn(path);
  if (program === undefined) {
    const hint = 'Install it (the package bubblewrap in most distributions).';
    return { works: false, why: 'bubblewrap (bwrap) is not installed', hint, next: turnOff };
  }
  try {
    const filtered = arch === 'x64';
    await using attack = await prepareAttack(filtered);
    const strict = await attempt(bubblewrap(program, 'bubblewrap', filtered && folder), attack, path);
    // Older ones do not know the option, and one that is installed as setuid refuses it.
    if (strict.works || !/disable-userns/.test(strict.why)) return strict;
    return await attempt(bubblewrap(program, filtered ? 'filter' : null, filtered && folder), attack, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const hint = `Free space for temporary files and in ${folder}, and make both writable for this user.`;
    const why = `bubblewrap is installed, but could not be tested: ${error.message}`;
    return { works: false, why, hint, next: turnOff };
  }
}

/** Writes the filter where it is not there. @param folder false: this processor has none */
function bubblewrap(program: string, nesting: Bubblewrap['nesting'], folder: string | false): Bubblewrap {
  if (folder === false) return { program, nesting, filter: null };
  const filter = join(folder, 'sandbox.filter');
  const bytes = systemCallFilter(nesting !== 'bubblewrap');
  if (!existsSync(filter) || !readFileSync(filter).equals(bytes)) {
    writeFileSync(`${filter}.new`, bytes, { mode: 0o600 });
    renameSync(`${filter}.new`, filter);
  }
  return { program, nesting, filter };
}

async function attempt(bwrap: Bubblewrap, attack: Attack, path: string): Promise<SandboxState> {
  const tried = await run([...bwrapArguments(bwrap, attack.mounts), ...attack.argv], path);
  if ('failed' in tried) {
    return {
      works: false,
      why: `bubblewrap is installed, but fails: ${tried.failed.replace(/\.$/, '')}`,
      hint: 'Let this user create user namespaces (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns, or the security profile of the container that cw runs in).',
      next: turnOff,
    };
  }
  const broken = attack.judge(tried.printed);
  if (broken === undefined) return { works: true, noNetwork: await networkMissing(bwrap, attack, path), ...bwrap };
  return {
    works: false,
    why: `bubblewrap creates a sandbox that does not hold: ${broken}`,
    hint: 'Install bubblewrap 0.8 or newer from your distribution, see docs/guides/sandbox.md.',
    next: turnOff,
  };
}

/** Tries the same with a network of its own; what the machine does not let it have, nobody gets. */
async function networkMissing(bwrap: Bubblewrap, { mounts, network }: Attack, path: string): Promise<Missing | null> {
  const tried = await run([...bwrapArguments(bwrap, mounts, { isPrivate: true }), ...network.argv], path);
  const broken = 'failed' in tried ? undefined : network.judge(tried.printed);
  if (!('failed' in tried) && broken === undefined) return null;
  return {
    why:
      'failed' in tried
        ? `bubblewrap cannot create a private network: ${tried.failed.replace(/\.$/, '')}`
        : `bubblewrap creates a private network that does not hold: ${broken}`,
    hint: 'Let this user create network namespaces (kernel.apparmor_restrict_unprivileged_userns, or the security profile of the container that cw runs in).',
    next: [step('Or share the network of the machine', 'config set', 'agents.sandboxNetwork', 'shared')],
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

/** What was printed, or what went wrong, in the program's own last words. */
function run(
  [program = '', ...args]: readonly string[],
  path: string,
): Promise<{ readonly printed: Buffer } | { readonly failed: string }> {
  const limits = { timeout: longestTry, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 } as const;
  const options = { env: { PATH: path }, cwd: '/', encoding: 'buffer', ...limits } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, printed, stderr) => {
      if (error === null) resolve({ printed });
      else if (error.killed) resolve({ failed: `it did not end within ${longestTry / 1000} seconds` });
      else {
        const said = stderr.toString('utf8').trim().split('\n').at(-1)?.slice(0, 300);
        resolve({ failed: said || `it ended with ${error.code ?? error.signal}` });
      }
    });
  });
}
