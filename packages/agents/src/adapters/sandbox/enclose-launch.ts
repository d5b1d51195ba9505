import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { sandboxFolder, sandboxMark } from '@cw/storage';
import type { Mount } from '../../model/sandbox.ts';
import type { Launch, SandboxRequest } from '../../ports/provider.ts';
import { removeFolder } from '../run-conversation.ts';
import { bwrapArguments, type Covers } from './bwrap-arguments.ts';
import { hiddenPaths, hide } from './hidden-paths.ts';
import { ownMounts } from './own-folder.ts';
import { leadThroughProxy } from './private-network.ts';
import { runFolders as folders } from './run-folders.ts';
import { statusFile } from './sandbox-error.ts';
import { holds, writablePaths } from './writable-paths.ts';

/** Where the sandbox of a run finds the socket of its tools. */
export const doorInside = join(sandboxFolder, 'mcp.sock');

/** Removes the temporary files of a run whose agent has ended; what stays nevertheless goes with the run's log. */
export async function removeTemp(logDir: string): Promise<void> {
  await removeFolder(join(logDir, folders.temp));
}

type Enclosure = SandboxRequest & { readonly logDir: string; readonly worktree: string };

/** Variables that lead to services of the user outside. */
const outside = new Set(['SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR']);

/** What no sandbox shows of the machine. */
const ofItsOwn = ['/dev', '/proc'];

/**
 * The same agent, started in a sandbox: it writes to its worktree, to what git needs for its own branch, to a folder made for
 * its program and to a temporary folder of its own; the workspace and the user's secrets are not there.
 */
export function encloseLaunch(launch: Launch, enclosure: Enclosure): Launch {
  const { logDir, worktree, bwrap, network } = enclosure;
  for (const name of [folders.temp, folders.door]) mkdirSync(join(logDir, name), { recursive: true, mode: 0o700 });
  const mark = join(logDir, folders.door, sandboxMark);
  writeFileSync(mark, 'This is the sandbox of an agent. The workspace is not available here.\n', { mode: 0o600 });
  const empty = join(logDir, 'nothing');
  writeFileSync(empty, '', { mode: 0o600 });
  const nothing = realpathSync(empty);
  const env = Object.fromEntries(Object.entries(launch.env).filter(([name]) => !outside.has(name)));
  const own = ownOf(launch, enclosure, nothing);
  const hidden = [...hiddenAround(launch, enclosure, nothing), ...own.covered];
  const writable = opensBesides(launch, enclosure, hidden);
  const open = [
    ...writable.map((path): Mount => ({ kind: 'write', path })),
    ...searchedIn(writable, launch.env),
    ...opened(launch, enclosure),
    ...own.made,
  ];
  const mounts: readonly Mount[] = [
    ...hidden,
    ...programsIn([...hidden, ...open], [launch.argv[0] ?? '', ...enclosure.programs]),
    ...homesOf(launch, enclosure, hidden).map(
      (home): Mount => ({ kind: 'read', path: join(home, sandboxMark), from: mark }),
    ),
    ...open,
  ];
  const { fixed, ...covers } = coversOf(enclosure, mounts, nothing);
  const status = statusFile(logDir);
  writeFileSync(status, '', { mode: 0o600 });
  const walls = bwrapArguments(bwrap, [...fixed, ...mounts], { covers, isPrivate: network !== null, status });
  const inside = {
    ...launch,
    env: { ...withoutSigning(env), TMPDIR: '/tmp', ...cachesOf(env, writable), ...own.env },
  };
  const led = network === null ? inside : leadThroughProxy(inside, { ...network, logDir, lead: enclosure.wayOut.lead });
  return { ...led, argv: [...walls, '--chdir', worktree, '--', ...led.argv] };
}

/**
 * Lists the sockets and pipes that it would find, which are covered with an empty file. A name of two lines cannot be listed,
 * and is a mount like others.
 */
function coversOf(
  { logDir, sockets }: Enclosure,
  mounts: readonly Mount[],
  nothing: string,
): Covers & { readonly fixed: readonly Mount[] } {
  const isShown = (path: string) => {
    const above = mounts
      .filter((mount) => holds(mount.path, path))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
    if (above === undefined) return !ofItsOwn.some((folder) => holds(folder, path));
    return (above.kind === 'read' || above.kind === 'write') && above.from === undefined;
  };
  const found = sockets.filter(isShown);
  const isListed = (path: string) => !path.includes('\n');
  const list = join(logDir, 'covers');
  writeFileSync(
    list,
    found
      .filter(isListed)
      .map((path) => `${path}\n`)
      .join(''),
    { mode: 0o600 },
  );
  return {
    list,
    nothing,
    fixed: hide(
      found.filter((path) => !isListed(path)),
      nothing,
    ),
  };
}

function ownOf({ own, env, argv }: Launch, { logDir, worktree, home, programs }: Enclosure, nothing: string) {
  if (own === null) return { covered: [], made: [], env: {} };
  const needed = [logDir, worktree, home, env.HOME || homedir(), argv[0] ?? '', ...programs];
  return ownMounts(own, {
    logDir,
    nothing,
    needed: needed.filter((path) => existsSync(path)).map((path) => realpathSync(path)),
  });
}

function opensBesides(
  { env, own }: Launch,
  { home, hidden, executed, writable }: Enclosure,
  mounts: readonly Mount[],
): readonly string[] {
  const folders = [home, join(env.HOME || homedir(), '.cw'), ...hidden];
  const programs = [...executed, ...(own === null ? [] : [own.path])];
  const isSecret = (mount: Mount) => mount.kind === 'hide' || ('from' in mount && mount.from !== undefined);
  const secret = mounts.filter(isSecret).map(({ path }) => path);
  return writablePaths(writable, env, { folders, programs, hidden: secret });
}

/** Where a shell looks for programs below such folders, others run what lies there: made where it is missing, and only read. */
function searchedIn(writable: readonly string[], { PATH: path = '' }: Launch['env']): readonly Mount[] {
  return path.split(delimiter).flatMap((folder): readonly Mount[] => {
    const place = existsSync(folder) ? realpathSync(folder) : folder;
    if (!isAbsolute(folder) || !writable.some((above) => holds(above, place))) return [];
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return [{ kind: 'read', path: realpathSync(folder) }];
  });
}

/** Caches that are in the run's own temporary folder, where a person does not let it write to those of the user. */
function cachesOf(env: Launch['env'], writable: readonly string[]): Record<string, string> {
  const ofUser = (folder: string) => existsSync(folder) && writable.some((path) => holds(path, realpathSync(folder)));
  const home = env.HOME || homedir();
  return {
    ...(ofUser(env.XDG_CACHE_HOME || join(home, '.cache')) ? {} : { XDG_CACHE_HOME: '/tmp/.cache' }),
    ...(ofUser(join(home, '.npm')) ? {} : { npm_config_cache: '/tmp/.npm' }),
  };
}

/** Whoever signs all commits has the key outside: git would refuse to commit without it. */
function withoutSigning(env: Launch['env']): Record<string, string> {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0);
  const added = ['commit.gpgSign', 'tag.gpgSign'].flatMap((key, index) => [
    [`GIT_CONFIG_KEY_${count + index}`, key],
    [`GIT_CONFIG_VALUE_${count + index}`, 'false'],
  ]);
  return { ...env, ...Object.fromEntries(added), GIT_CONFIG_COUNT: String(count + 2) };
}

function hiddenAround({ env }: Launch, { home, hidden }: Enclosure, nothing: string): readonly Mount[] {
  return [...homeInTemp(env), ...hiddenPaths(env, nothing), ...hide([home, ...hidden], nothing)];
}

/** A home directory among the temporary files, which the run has its own of, is shown all the same. */
function homeInTemp({ HOME: home }: Launch['env']): readonly Mount[] {
  if (home === undefined || !existsSync(home)) return [];
  const path = realpathSync(home);
  return path.startsWith('/tmp/') ? [{ kind: 'read', path }] : [];
}

/** Workspaces that are hidden: that of the run, and the one that commands would find by themselves. */
function homesOf({ env }: Launch, { home }: Enclosure, hidden: readonly Mount[]): readonly string[] {
  const homes = [home, join(env.HOME || homedir(), '.cw')]
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  return homes.filter((path) => hidden.some((mount) => mount.path === path));
}

function opened(launch: Launch, { logDir, worktree, mounts }: Enclosure): readonly Mount[] {
  const dir = realpathSync(logDir);
  return [
    { kind: 'write', path: '/tmp', from: join(dir, folders.temp) },
    { kind: 'read', path: sandboxFolder, from: join(dir, folders.door) },
    ...launch.files.map(({ name }): Mount => ({ kind: 'read', path: join(dir, name) })),
    { kind: 'write', path: realpathSync(worktree) },
    ...mounts,
  ];
}

/** Shows programs that lie in what is hidden or replaced, with what lies beside them. */
function programsIn(mounts: readonly Mount[], programs: readonly string[]): readonly Mount[] {
  const found = programs.filter((path) => isAbsolute(path) && existsSync(path));
  return found
    .flatMap((path) => [path, realpathSync(path)])
    .flatMap((path): readonly Mount[] => {
      const above = mounts.filter((mount) => path.startsWith(`${mount.path}/`));
      const deepest = above.toSorted((a, b) => b.path.length - a.path.length)[0];
      if (deepest === undefined || ('from' in deepest ? deepest.from === undefined : deepest.kind !== 'hide'))
        return [];
      const folder = dirname(path);
      const holdsMore = mounts.some((mount) => mount.path === folder || mount.path.startsWith(`${folder}/`));
      return [{ kind: 'read', path: holdsMore ? path : folder }];
    });
}
