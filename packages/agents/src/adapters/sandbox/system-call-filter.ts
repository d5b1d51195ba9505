/**
 * The filter of system calls that every process in a sandbox runs under, as the kernel takes it: a program of classic BPF
 * over `struct seccomp_data { int nr; u32 arch; u64 instruction_pointer; u64 args[6]; }`, little-endian.
 *
 * It refuses what no build, test or agent needs and what the other walls do not close: kernel keyrings are not part of any
 * namespace, sockets of some families lead out of the machine, and a terminal takes input from whoever has it open.
 */

/** Refused as "Operation not permitted", by their numbers on x86-64. */
const denied = {
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  bpf: 321,
  perf_event_open: 298,
  userfaultfd: 323,
  mount: 165,
  umount2: 166,
  pivot_root: 155,
  setns: 308,
  init_module: 175,
  finit_module: 313,
  delete_module: 176,
  kexec_load: 246,
  kexec_file_load: 320,
  reboot: 169,
  swapon: 167,
  swapoff: 168,
  syslog: 103,
  acct: 163,
  settimeofday: 164,
  clock_settime: 227,
  iopl: 172,
  ioperm: 173,
  open_by_handle_at: 304,
} as const;

/** Refused as if the kernel did not know them, so that programs go the older way. */
const unknown = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
} as const;

/** Families of sockets that may be made: local ones, IPv4, IPv6, and netlink, by which programs ask for addresses. */
const families = { unspecified: 0, unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;

const looked = { socket: 41, ioctl: 16, clone: 56, unshare: 272, clone3: 435 } as const;

/** Commands of a terminal that put text into its input. */
const terminalInput = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c } as const;

const newUserNamespace = 0x1000_0000;

const x86_64 = 0xc000_003e;
/** Set in the numbers of the x32 calls, which reach the same functions by other numbers. */
const x32 = 0x4000_0000;

const offsets = { nr: 0, arch: 4, args: 16 } as const;

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, k: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
/** The lower half of an argument: all that the kernel itself looks at, of those that are checked here. */
const loadArgument = (index: number): Instruction => load(offsets.args + 8 * index);
const allow: Instruction = [0x06, 0, 0, 0x7fff_0000];
const refuse = (error: number): Instruction => [0x06, 0, 0, 0x0005_0000 | error];

/** Runs a block, which has to end in an answer, where the accumulator is this; else goes on behind it. */
const when = (value: number, block: readonly Instruction[]): readonly Instruction[] => [
  [0x15, 0, block.length, value],
  ...block,
];
const whenAtLeast = (value: number, block: readonly Instruction[]): readonly Instruction[] => [
  [0x35, 0, block.length, value],
  ...block,
];
const whenAnyBit = (bits: number, block: readonly Instruction[]): readonly Instruction[] => [
  [0x45, 0, block.length, bits],
  ...block,
];

/**
 * The filter for x86-64, as bytes for bubblewrap's `--seccomp`.
 * @param namespaces whether it also has to refuse user namespaces, which bubblewrap does where it has `--disable-userns`
 */
export function systemCallFilter(namespaces: boolean): Buffer {
  const noNamespace = [loadArgument(0), ...whenAnyBit(newUserNamespace, [refuse(errno.EPERM)]), allow];
  const program = [
    load(offsets.arch),
    ...when(x86_64, [
      load(offsets.nr),
      ...whenAtLeast(x32, [refuse(errno.EPERM)]),
      ...Object.values(denied).flatMap((number) => when(number, [refuse(errno.EPERM)])),
      ...Object.values(unknown).flatMap((number) => when(number, [refuse(errno.ENOSYS)])),
      ...when(looked.socket, [
        loadArgument(0),
        ...Object.values(families).flatMap((family) => when(family, [allow])),
        refuse(errno.EAFNOSUPPORT),
      ]),
      ...when(looked.ioctl, [
        loadArgument(1),
        ...Object.values(terminalInput).flatMap((command) => when(command, [refuse(errno.EPERM)])),
        allow,
      ]),
      ...(namespaces
        ? [
            ...when(looked.unshare, noNamespace),
            ...when(looked.clone, noNamespace),
            // Its flags lie in memory, where a filter cannot look: libraries then call clone.
            ...when(looked.clone3, [refuse(errno.ENOSYS)]),
          ]
        : []),
      allow,
    ]),
    refuse(errno.EPERM),
  ];
  return assembled(program);
}

/** `struct sock_filter { u16 code; u8 jt, jf; u32 k; }` for each instruction. */
function assembled(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, k]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  }
  return bytes;
}
