import type { Bubblewrap, Mount } from '../../model/sandbox.ts';

/**
 * Nothing of the machine can be written, its processes cannot be seen, and all ends with the sandbox, which ends with
 * whoever started it. `--unshare-user` and `--cap-drop ALL` are what keeps the super-user in there too.
 */
const walls = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
];

/**
 * Opens the file for what becomes of the sandbox as descriptor 7, the filter of system calls as descriptor 9, and as descriptor 8 arguments that cover what is listed and still there:
 * bubblewrap gives up where it finds nothing to cover, and sockets come and go. Then it becomes what follows.
 */
const prepare = `filter=$0 list=$1 nothing=$2 status=$3; shift 3
[ -z "$list" ] || { (umask 077; : >"$list.now"); while IFS= read -r path; do
  [ ! -e "$path" ] || printf '%s\\000' --ro-bind "$nothing" "$path" || exit
done <"$list" >"$list.now"; exec 8<"$list.now"; }
[ -z "$filter" ] || exec 9<"$filter"
[ -z "$status" ] || exec 7>>"$status"
exec "$@"`;

/** What is covered as far as it is still there when the sandbox starts. */
export type Covers = {
  /** Absolute path of a file that names a path in each line. */
  readonly list: string;
  /** Absolute path of the empty file that covers them. */
  readonly nothing: string;
};

type More = {
  readonly covers?: Covers;
  /** Whether it has a network of its own, with nothing but loopback. @defaultValue it has that of the machine */
  readonly isPrivate?: boolean;
  /** Absolute path of a file for what becomes of it. @defaultValue that is not written down */
  readonly status?: string;
};

/**
 * The command line of bubblewrap, up to the program that it is to run.
 * @param mounts of several for one path the last holds
 */
export function bwrapArguments(
  { program, filter, nesting }: Bubblewrap,
  mounts: readonly Mount[],
  { covers, isPrivate = false, status }: More = {},
): string[] {
  // Sorted by path, what lies deeper comes later, and is mounted into what lies above.
  const ordered = [...new Map(mounts.map((mount) => [mount.path, mount])).values()].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return [
    '/bin/sh',
    '-c',
    prepare,
    filter ?? '',
    covers?.list ?? '',
    covers?.nothing ?? '',
    status ?? '',
    program,
    ...walls,
    ...(isPrivate ? ['--unshare-net'] : []),
    ...ordered.flatMap(shown),
    ...(covers === undefined ? [] : ['--args', '8']),
    // What is hidden stays empty.
    ...ordered.flatMap(({ kind, path }) => (kind === 'hide' ? ['--remount-ro', path] : [])),
    // Files of the kernel belong to the super-user outside, whom the kernel lets write to them from inside as well.
    '--remount-ro',
    '/proc',
    ...(nesting === 'bubblewrap' ? ['--disable-userns'] : []),
    ...(filter === null ? [] : ['--seccomp', '9']),
    ...(status === undefined ? [] : ['--json-status-fd', '7']),
  ];
}

/** The beginning of a command line whose program can write below one folder only. */
export function writingOnly(bwrap: Bubblewrap, folder: string, isPrivate = false): string[] {
  return [...bwrapArguments(bwrap, [{ kind: 'write', path: folder }], { isPrivate }), '--'];
}

function shown(mount: Mount): string[] {
  const { path } = mount;
  if (mount.kind === 'read') return ['--ro-bind', mount.from ?? path, path];
  if (mount.kind === 'write') return ['--bind', mount.from ?? path, path];
  return ['--tmpfs', path];
}
