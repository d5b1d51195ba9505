import type { Bubblewrap, Mount } from '../../model/sandbox.ts';

/**
 * Nothing of the machine can be written, its processes cannot be seen, and all ends with the sandbox, which ends with
 * whoever started it. `--unshare-user` and `--cap-drop ALL` are what keeps the super-user in there too; the network
 * stays, since agents need it.
 */
const walls = [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
];

/** Opens the filter of system calls as descriptor 9, and becomes what follows. */
const withFilter = ['/bin/sh', '-c', 'exec "$@" 9<"$0"'];

/**
 * The command line of bubblewrap, up to the program that it is to run.
 * @param mounts of several for one path the last holds
 */
export function bwrapArguments({ program, filter, nesting }: Bubblewrap, mounts: readonly Mount[]): string[] {
  // Sorted by path, what lies deeper comes later, and is mounted into what lies above.
  const ordered = [...new Map(mounts.map((mount) => [mount.path, mount])).values()].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return [
    ...(filter === null ? [] : [...withFilter, filter]),
    program,
    ...walls,
    ...ordered.flatMap(shown),
    // What is hidden stays empty.
    ...ordered.flatMap(({ kind, path }) => (kind === 'hide' ? ['--remount-ro', path] : [])),
    // Files of the kernel belong to the super-user outside, whom the kernel lets write to them from inside as well.
    ...['--remount-ro', '/proc'],
    ...(nesting === 'bubblewrap' ? ['--disable-userns'] : []),
    ...(filter === null ? [] : ['--seccomp', '9']),
  ];
}

/** The beginning of a command line whose program can write below one folder only. */
export function writingOnly(bwrap: Bubblewrap, folder: string): string[] {
  return [...bwrapArguments(bwrap, [{ kind: 'write', path: folder }]), '--'];
}

function shown(mount: Mount): string[] {
  const { path } = mount;
  if (mount.kind === 'read') return ['--ro-bind', mount.from ?? path, path];
  if (mount.kind === 'write') return ['--bind', mount.from ?? path, path];
  return ['--tmpfs', path];
}
