import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, normalize, relative } from 'node:path';
import { Fault } from '@cw/kernel';
import { programs } from '../../providers/programs.ts';
import type { HostEnv } from '../child-environment.ts';

export type Closed = {
  /** The workspace, and the files of other accounts: neither they nor what lies above or below them. */
  readonly folders: readonly string[];
  /** Folders of agent programs, which execute what lies in them: neither they nor what lies above or below them. */
  readonly programs: readonly string[];
  /** What is hidden besides: neither that nor what lies below it. */
  readonly hidden: readonly string[];
};

/** Folders below the home directory whose contents programs execute that work outside of any sandbox, beside those that cw starts. */
const ofOthers = ['.codex', '.gemini', '.cursor', '.config/opencode', '.config/goose', '.config/git'];

const ofTheKernel = ['/dev', '/proc', '/sys'];

/**
 * Where else an agent in a sandbox may write, as a person set it; a folder that is not there is made.
 * @throws Fault `agent.sandbox-writable` for a path that stays closed; nothing was made then
 */
export function writablePaths(wanted: readonly string[], host: HostEnv, closed: Closed): readonly string[] {
  const isRefused = refusals(host, closed);
  const paths = wanted.map((path) => ({ path, real: realOf(path) }));
  for (const { path, real } of paths) {
    const why = isRefused.find(([holdsFor]) => holdsFor(real))?.[1];
    if (why !== undefined) throw refused(path, why);
  }
  for (const { real } of paths) if (!existsSync(real)) mkdirSync(real, { recursive: true, mode: 0o700 });
  return paths.map(({ real }) => real);
}

type Refusal = readonly [(path: string) => boolean, string];

function refusals(host: HostEnv, closed: Closed): readonly Refusal[] {
  const home = realOf(host.HOME || homedir());
  const ofPrograms = [...ofOthers, ...programs.flatMap((program) => program.ofHome)];
  const executed = [...closed.programs, ...ofPrograms.map((name) => join(home, name))];
  const searched = (host.PATH ?? '').split(delimiter).filter(isAbsolute);
  return [
    [(path) => holds(path, home), 'it is your home directory, or contains it'],
    [touches(closed.folders), 'it contains the workspace, or an account of another run'],
    [touches(executed), 'an agent program keeps files there that its later runs execute'],
    [liesIn(searched), 'it is on the PATH'],
    [liesIn([...closed.hidden, ...ofTheKernel]), 'its contents are hidden from agents'],
  ];
}

/** Of a path that is one of some folders, or lies above or below one. */
function touches(folders: readonly string[]): (path: string) => boolean {
  const real = folders.map(realOf);
  return (path) => real.some((folder) => holds(path, folder) || holds(folder, path));
}

function liesIn(folders: readonly string[]): (path: string) => boolean {
  const real = folders.map(realOf);
  return (path) => real.some((folder) => holds(folder, path));
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
    message: `A sandboxed agent may not write to ${path} (agents.sandboxWritable): ${why}.`,
    hint: 'Choose a folder that contains only what agents may change, such as the cache of a package manager.',
  });
}
