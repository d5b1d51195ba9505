import type { RawCall } from '@cw/agents/testing';

/** What lies outside of a sandbox, of the user who runs it, and is not to be reached from inside. */
export type Outside = {
  /** The user's home directory, the folder of the workspace, and a folder of the user's elsewhere. */
  readonly home: string;
  readonly workspace: string;
  readonly far: string;
  readonly repository: string;
  /** A process of the user, and its server. */
  readonly victim: number;
  readonly server: number;
  /** A name by which there are a key, shared memory, a message queue, and files in /tmp and /dev/shm. */
  readonly mark: string;
  readonly sharedMemory: number;
  /** Name of an abstract socket, and a port of loopback. */
  readonly abstract: string;
  readonly port: number;
};

export type Attempt = {
  readonly name: string;
  /** For whom it succeeds without a sandbox, wherever that may be tried. @defaultValue everybody */
  readonly able?: 'everybody' | 'root' | 'untried';
  /** It succeeds inside, too, where the network is shared, as the guide says. */
  readonly isOpen?: true;
} & (
  | { /** A line of shell, which succeeds. */ readonly line: string }
  | {
      readonly calls: readonly RawCall[];
      /** The error that the last call has to end with, where any other would be by chance. */
      readonly error?: number;
    }
);

const opens = (path: string) => `: >>${path}`;
const makes = (path: string) => `${opens(path)} && rm ${path}`;
const reads = (path: string) => `cat ${path} | grep -q .`;
/** An openable file below a folder; nothing is written to it. */
const opensBelow = (folder: string) => `walk ${folder}; false`;

const kernelFiles: readonly Attempt[] = [
  { name: 'open any file of the kernel below /proc for writing', line: opensBelow('/proc') },
  ...['sys/kernel/core_pattern', 'sys/kernel/hostname', 'sys/vm/drop_caches'].map(
    (path): Attempt => ({ name: `open /proc/${path} for writing`, able: 'root', line: opens(`/proc/${path}`) }),
  ),
  ...['sys/kernel/modprobe', 'sysrq-trigger', 'pressure/memory'].map(
    (path): Attempt => ({ name: `open /proc/${path} for writing`, able: 'untried', line: opens(`/proc/${path}`) }),
  ),
  { name: 'open kcore', able: 'untried', line: ': </proc/kcore' },
  { name: 'read the kernel’s log', able: 'untried', line: 'head -c 1 /proc/kmsg' },
  { name: 'choose whom the kernel ends first', line: opens('/proc/self/oom_score_adj') },
  { name: 'open any file below /sys for writing', able: 'untried', line: opensBelow('/sys') },
  { name: 'leave the control group', able: 'untried', line: opens('/sys/fs/cgroup/cgroup.procs') },
  { name: 'make a device', able: 'root', line: 'mknod device c 1 3' },
  ...['mem', 'kmsg', 'kvm', 'vda', 'sda', 'nvme0n1', 'fuse', 'net/tun', 'vsock', 'loop-control'].map(
    (name): Attempt => ({ name: `have /dev/${name}`, able: 'untried', line: `[ -e /dev/${name} ]` }),
  ),
  { name: 'speak to the terminal', able: 'untried', line: ': >>/dev/tty' },
];

function files({ home, workspace, far, repository, victim }: Outside): readonly Attempt[] {
  return [
    { name: 'write into /etc', able: 'root', line: makes('/etc/cw-was-here') },
    { name: 'write into /usr', able: 'root', line: makes('/usr/cw-was-here') },
    { name: 'write into /var/tmp', line: makes('/var/tmp/cw-was-here') },
    { name: 'write into the home directory', line: makes(`${home}/was-here`) },
    { name: 'write into a start file of the shell', line: opens(`${home}/.bashrc`) },
    { name: 'change a file of the user', line: opens(`${far}/file`) },
    { name: 'remove a file of the user', line: `rm -f ${far}/removable && ! [ -e ${far}/removable ]` },
    { name: 'rename a file of the user', line: `mv ${far}/renamable ${far}/renamed` },
    { name: 'let others in', line: `chmod 755 ${far}/file` },
    { name: 'date a file back', line: `touch -c -d 2001-01-01 ${far}/file` },
    { name: 'link a file of the user into the worktree', line: `ln ${far}/file linked` },
    { name: 'write through a symbolic link', line: `ln -s ${far}/file symbolic && ${opens('symbolic')}` },
    { name: 'write through the root of a process', line: opens(`/proc/${victim}/root${far}/file`) },
    { name: 'write through the root of the first process', able: 'untried', line: opens(`/proc/1/root${far}/file`) },
    { name: 'write through its own root', line: opens(`/proc/self/root${far}/file`) },
    {
      ...{ name: 'write through an open folder', able: 'untried' },
      line: 'for n in 3 4 5 6 7 8 9 10; do [ -d /proc/self/fd/$n ] && : >>/proc/self/fd/$n/was-here && exit 0; done; false',
    },
    { name: 'write into the user’s repository', line: opens(`${repository}/a.txt`) },
    { name: 'move the user’s branch', line: `git -C ${repository} update-ref refs/heads/main HEAD` },
    { name: 'plant a hook for the user', line: opens(`${repository}/.git/hooks/pre-commit`) },
    { name: 'write into the workspace', line: makes(`${workspace}/was-here`) },
    { name: 'read the database', line: reads(`${workspace}/cw.db`) },
    { name: 'read the server’s token', line: reads(`${workspace}/server.json`) },
    { name: 'read the run’s token', able: 'untried', line: `find ${workspace} -name mcp-token | grep -q .` },
    { name: 'read the filter of system calls', line: reads(`${workspace}/sandbox.filter`) },
    { name: 'mount a file system', able: 'untried', line: 'mount -t tmpfs none /mnt' },
    { name: 'have the disk writable again', able: 'untried', line: 'mount -o remount,rw,bind /' },
    { name: 'have /proc writable again', able: 'untried', line: 'mount -o remount,rw /proc' },
    { name: 'take away what hides /run', able: 'untried', line: 'umount /run' },
    { name: 'move another branch of the clone', able: 'untried', line: 'git update-ref refs/heads/cw/next HEAD' },
    { name: 'configure the clone', able: 'untried', line: 'git config alias.x "!true"' },
    {
      ...{ name: 'plant a hook in the clone', able: 'untried' },
      line: opens('"$(git rev-parse --git-common-dir)/hooks/post-checkout"'),
    },
  ];
}

function secrets({ home, mark }: Outside): readonly Attempt[] {
  const ofHome = ['.ssh/id_ed25519', '.netrc', '.config/gh/hosts.yml', '.aws/credentials', '.git-credentials'];
  return [
    ...ofHome.map((path): Attempt => ({ name: `read ~/${path}`, line: reads(`${home}/${path}`) })),
    ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow'].map(
      (path): Attempt => ({ name: `read ${path}`, able: 'untried', line: reads(path) }),
    ),
    { name: 'read the passwords of the machine', able: 'root', line: 'cat /etc/*shadow* | grep -q .' },
    { name: 'read a key of the machine', able: 'untried', line: 'cat /etc/ssh/ssh_host_*_key | grep -q .' },
    { name: 'see what services have in /run', line: 'ls -A /run | grep -q .' },
    { name: 'read a file in /tmp', line: reads(`/tmp/${mark}`) },
    { name: 'read shared memory of others', line: reads(`/dev/shm/${mark}`) },
    { name: 'read a secret of the environment', line: 'env | grep -q "^SECRET_WORD="' },
    ...['SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY'].map(
      (name): Attempt => ({ name: `be told of ${name}`, line: `env | grep -q "^${name}="` }),
    ),
    { name: 'be told of the workspace', able: 'untried', line: 'env | grep -q "^CW_HOME="' },
  ];
}

const status = (field: string, value: string) => `grep -q "^${field}:[[:space:]]*${value}$" /proc/self/status`;

function processes({ victim, server }: Outside): readonly Attempt[] {
  return [
    { name: 'signal a process of the user', line: `kill -0 ${victim}` },
    { name: 'signal the server', able: 'untried', line: `kill -0 ${server}` },
    { name: 'see a process of the user', line: `[ -d /proc/${victim} ]` },
    { name: 'read another environment', line: `cat /proc/${victim}/environ | tr "\\000" "\\n" | grep -q .` },
    { name: 'find more than its own processes', line: 'set -- /proc/[0-9]*; [ $# -gt 12 ]' },
    { name: 'have capabilities', able: 'root', line: `! ${status('CapEff', '0*')}` },
    { name: 'have capabilities to give', able: 'untried', line: `! ${status('CapPrm', '0*')}` },
    { name: 'gain privileges by a program', able: 'untried', line: `! ${status('NoNewPrivs', '1')}` },
    { name: 'run without the filter', able: 'untried', line: `! ${status('Seccomp', '2')}` },
    { name: 'become another user', able: 'root', line: 'setpriv --reuid 12345 --clear-groups true' },
    { name: 'make a sandbox of its own', line: 'bwrap --unshare-user --ro-bind / / true' },
  ];
}

const call = (number: number, ...args: RawCall['args']): RawCall => ({ number, args });
const [EPERM, ENOSYS, EAFNOSUPPORT] = [-1, -38, -97];
const [socket, connect] = [41, 42];
const sockets = {
  unix: 1,
  inet: 2,
  packet: 17,
  can: 29,
  tipc: 30,
  bluetooth: 31,
  alg: 38,
  vsock: 40,
  xdp: 44,
} as const;

const connectsTo = (family: number, address: Uint8Array) => [
  call(socket, family, 1, 0),
  call(connect, { resultOf: 0 }, address, address.length),
];
/** Abstract names are filled up with zeros, as Node binds them. */
const connectsUnix = (path: string) => connectsTo(sockets.unix, Buffer.from(`\x01\0${path.padEnd(108, '\0')}`));

/** Sockets and pipes at paths below a folder of the user; each is there, and takes whoever comes. */
export const endpoints = {
  home: {
    sockets: ['.agent/agent.sock', '.1password/agent.sock', 'a/b/c/d/e/f/g.sock'],
    pipes: ['.agent/pipe', 'a/b/c/d/pipe'],
  },
  far: { sockets: ['service.sock', 'ssh.sock'], pipes: ['bus'] },
} as const;

function services({ home, far, abstract, port }: Outside): readonly Attempt[] {
  const at = [
    ...endpoints.home.sockets.map((path) => `${home}/${path}`),
    ...endpoints.far.sockets.map((path) => `${far}/${path}`),
  ];
  const pipes = [
    ...endpoints.home.pipes.map((path) => `${home}/${path}`),
    ...endpoints.far.pipes.map((path) => `${far}/${path}`),
  ];
  const loopback = Buffer.from([2, 0, port >> 8, port & 255, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  return [
    ...at.map(
      (path): Attempt => ({ name: `connect to ${path.split('/').slice(4).join('/')}`, calls: connectsUnix(path) }),
    ),
    // To be opened for reading as well, a pipe needs nobody at its other end.
    ...pipes.map(
      (path): Attempt => ({
        name: `write to ${path.split('/').slice(4).join('/')}`,
        line: `[ -e ${path} ] && : 9<>${path}`,
      }),
    ),
    { name: 'connect to an abstract socket', isOpen: true, calls: connectsUnix(`\0${abstract}`) },
    { name: 'connect to a port of loopback', isOpen: true, calls: connectsTo(sockets.inet, loopback) },
  ];
}

/** Shell that says something to the proxy of a private network, and succeeds where that goes on to what is asked for. */
function asksProxy(at: string, request: string): string {
  const answered = 'data => process.exit(/^HTTP.1.1 (200|502)/.test(data) ? 0 : 1)';
  const program = `const far = require("node:net").connect(${at}); far.on("error", () => process.exit(1)); far.on("close", () => process.exit(1)); far.on("data", ${answered}); far.write("${request}\\r\\nhost: x\\r\\n\\r\\n")`;
  return `'${process.execPath}' -e '${program}'`;
}

/** What succeeds in a private network, so that the other ways are seen to fail by the rules, and not by how they are tried. */
export function listedWays({ port }: Outside): { readonly hosts: string; readonly attempts: readonly Attempt[] } {
  const host = `127.0.0.2:${port}`;
  const line = (request: string) => asksProxy(proxyInside, `${request} HTTP/1.1`);
  return {
    hosts: host,
    attempts: [
      { name: 'be led to what is listed', line: line(`CONNECT ${host}`) },
      { name: 'have asked what is listed', line: line(`GET http://${host}/`) },
    ],
  };
}

const proxyInside = '31280, "127.0.0.1"';

/** What is tried to be led to by the proxy: the services of loopback by each of its names, and what clouds keep for machines. */
function ways({ workspace, port }: Outside): readonly Attempt[] {
  const names = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.1',
    '0.0.0.0',
    '2130706433',
    '[::ffff:127.0.0.1]',
    'localhost.',
  ];
  const inside = proxyInside;
  const untried = { able: 'untried' } as const;
  return [
    ...names.flatMap((name): readonly Attempt[] => [
      {
        ...untried,
        name: `be led to ${name}`,
        line: asksProxy(inside, `CONNECT ${name}|${port} HTTP/1.1`.replace('|', ':')),
      },
      { ...untried, name: `have ${name} asked`, line: asksProxy(inside, `GET http://${name}:${port}/ HTTP/1.1`) },
    ]),
    {
      ...{ ...untried, name: 'be led by the socket of the proxy' },
      line: asksProxy('"/tmp/.cw/network.sock"', `CONNECT 127.0.0.1:${port} HTTP/1.1`),
    },
    {
      ...untried,
      name: 'be led to the metadata of a cloud',
      line: asksProxy(inside, 'CONNECT 169.254.169.254:80 HTTP/1.1'),
    },
    { ...untried, name: 'take away the socket of the proxy', line: 'rm /tmp/.cw/network.sock' },
    { ...untried, name: 'read where it is let go', line: `find ${workspace} -name network.json | grep -q .` },
  ];
}

function kernelObjects({ mark, sharedMemory }: Outside): readonly Attempt[] {
  return [
    { name: 'reach the session keyring', calls: [call(250, 0, -3, 1)], error: EPERM },
    { name: 'find a key of the user', calls: [call(250, 10, -4, 'user', mark, 0)], error: EPERM },
    { name: 'add a key', calls: [call(248, 'user', `${mark}-own`, 'x', 1, -2)], error: EPERM },
    { name: 'ask for a key', able: 'untried', calls: [call(249, 'user', mark, 0, 0)], error: EPERM },
    { name: 'find shared memory', calls: [call(29, sharedMemory, 0, 0)] },
    { name: 'open a message queue', calls: [call(240, mark, 0, 0, 0)] },
    ...Object.entries(sockets).flatMap(([name, family]): readonly Attempt[] =>
      name === 'unix' || name === 'inet'
        ? []
        : [
            {
              name: `make a socket for ${name}`,
              able: name === 'packet' ? 'root' : 'untried',
              calls: [call(socket, family, 3, 0)],
              error: EAFNOSUPPORT,
            },
          ],
    ),
    {
      name: 'make a stream socket for vsock',
      able: 'untried',
      calls: [call(socket, sockets.vsock, 1, 0)],
      error: EAFNOSUPPORT,
    },
    { name: 'type into a terminal', able: 'untried', calls: [call(16, 0, 0x5412, 'x')], error: EPERM },
    { name: 'paste into a console', able: 'untried', calls: [call(16, 0, 0x541c, '\x03')], error: EPERM },
  ];
}

/** Calls with arguments that would do no harm where they are let through, and the error that the filter answers. */
const filtered: readonly (readonly [name: string, error: number, number: number, ...args: number[]])[] = [
  ['bpf', EPERM, 321, 0, 0, 0],
  ['perf_event_open', EPERM, 298, 0, 0, -1, -1, 0],
  ['userfaultfd', EPERM, 323, 1],
  ['mount', EPERM, 165, 0, 0, 0, 0, 0],
  ['umount2', EPERM, 166, 0, 0],
  ['pivot_root', EPERM, 155, 0, 0],
  ['setns', EPERM, 308, -1, 0],
  ['init_module', EPERM, 175, 0, 0, 0],
  ['finit_module', EPERM, 313, -1, 0, 0],
  ['delete_module', EPERM, 176, 0, 0],
  ['kexec_load', EPERM, 246, 0, 1, 0, 0],
  ['kexec_file_load', EPERM, 320, -1, -1, 0, 0, 0],
  ['reboot', EPERM, 169, 0, 0, 0, 0],
  ['swapon', EPERM, 167, 0, 0],
  ['swapoff', EPERM, 168, 0],
  ['syslog', EPERM, 103, 10, 0, 0],
  ['acct', EPERM, 163, 1],
  ['settimeofday', EPERM, 164, 1, 0],
  ['clock_settime', EPERM, 227, 0, 0],
  ['open_by_handle_at', EPERM, 304, -1, 0, 0],
  ['iopl', EPERM, 172, 4],
  ['ioperm', EPERM, 173, 0, 1, 1],
  ['io_uring_setup', ENOSYS, 425, 0, 0],
  ['io_uring_enter', ENOSYS, 426, -1, 0, 0, 0, 0, 0],
  ['io_uring_register', ENOSYS, 427, -1, 0, 0, 0],
  ['open_tree', ENOSYS, 428, -1, 0, 0],
  ['move_mount', ENOSYS, 429, -1, 0, -1, 0, 0],
  ['fsopen', ENOSYS, 430, 0, 0],
  ['fsconfig', ENOSYS, 431, -1, 0, 0, 0, 0],
  ['fsmount', ENOSYS, 432, -1, 0, 0],
  ['fspick', ENOSYS, 433, -1, 0, 0],
  ['mount_setattr', ENOSYS, 442, -1, 0, 0, 0, 0],
  ['getpid by its number of x32', EPERM, 0x4000_0027],
];

const namespaces = { mount: 0x2_0000, pid: 0x2000_0000, network: 0x4000_0000, ipc: 0x800_0000 } as const;

function systemCalls({ victim }: Outside): readonly Attempt[] {
  return [
    ...filtered.map(
      ([name, error, number, ...args]): Attempt => ({
        ...{ name: `call ${name}`, able: 'untried' },
        ...{ calls: [call(number, ...args)], error },
      }),
    ),
    { name: 'trace a process of the user', able: 'untried', calls: [call(101, 0x4206, victim, 0, 0)] },
    { name: 'hold a process of the user', calls: [call(434, victim, 0)] },
    { name: 'see the limits of a process', calls: [call(302, victim, 7, 0, Buffer.alloc(16))] },
    // Last: whoever succeeds is somebody else afterwards.
    ...Object.entries(namespaces).map(
      ([name, flag]): Attempt => ({ name: `make a ${name} namespace`, able: 'root', calls: [call(272, flag)] }),
    ),
    { name: 'make a user namespace', calls: [call(272, 0x1000_0000)] },
    { name: 'change the root', able: 'root', calls: [call(161, '.')] },
  ];
}

/** Everything that is tried from inside. */
export function attempts(outside: Outside): readonly Attempt[] {
  return [
    ...kernelFiles,
    ...files(outside),
    ...secrets(outside),
    ...processes(outside),
    ...services(outside),
    ...ways(outside),
    ...kernelObjects(outside),
    ...systemCalls(outside),
  ];
}
