import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import { Fault } from '@cw/kernel';
import type { HostEnv } from '../providers/child-environment.ts';

export type Closed = {
  /** The workspace, and the files of other accounts: neither they nor what lies above or below them. */
  readonly folders: readonly string[];
  /** What is hidden besides: neither that nor what lies below it. */
  readonly hidden: readonly string[];
};

const ofTheKernel = ['/dev', '/proc', '/sys'];

/**
 * Where else an agent in a sandbox may write, as a person set it; a folder that is not there is made.
 * @throws Fault `agent.sandbox-writable` for a path that stays closed; nothing was made then
 */
export function writablePaths(wanted: readonly string[], host: HostEnv, closed: Closed): readonly string[] {
  const home = realOf(host.HOME || homedir());
  const folders = closed.folders.map(realOf);
  const paths = wanted.map((path) => ({ path, real: realOf(path) }));
  for (const { path, real } of paths) {
    const why = holds(real, home)
      ? 'it is your home directory, or holds it'
      : folders.some((folder) => holds(real, folder) || holds(folder, real))
        ? 'the workspace, or an account of another run, lies there'
        : [...closed.hidden, ...ofTheKernel].some((hidden) => holds(hidden, real))
          ? 'what lies there is hidden from agents'
          : undefined;
    if (why !== undefined) throw refused(path, why);
  }
  for (const { real } of paths) if (!existsSync(real)) mkdirSync(real, { recursive: true, mode: 0o700 });
  return paths.map(({ real }) => real);
}

/** Whether a path is another or lies above it. */
export function holds(above: string, path: string): boolean {
  const between = relative(above, path);
  return between === '' || !(between === '..' || between.startsWith('../'));
}

/** Without symbolic links, as far as it is there. */
function realOf(path: string): string {
  const plain = normalize(path);
  if (existsSync(plain)) return realpathSync(plain);
  const above = dirname(plain);
  return above === plain ? plain : join(realOf(above), plain.slice(above === '/' ? 1 : above.length + 1));
}

function refused(path: string, why: string): Fault {
  return new Fault({
    code: 'agent.sandbox-writable',
    message: `An agent in a sandbox is not let write to ${path} (agents.sandboxWritable): ${why}.`,
    hint: 'Name a folder that holds nothing but what agents may change, such as the cache of a package manager.',
  });
}
