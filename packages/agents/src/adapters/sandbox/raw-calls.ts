/**
 * A program for x86-64 Linux that makes system calls, one after the other, and prints what came of them. What attacks a
 * sandbox by calls that no shell can make is put together here, so that neither a compiler nor an interpreter has to be there.
 */

/** An argument: a number; text or bytes, whose address is given; or what an earlier call answered, which one later call may be given. */
export type Argument = number | string | Uint8Array | { readonly resultOf: number };

export type RawCall = { readonly number: number; readonly args: readonly Argument[] };

export type RawCalls = {
  /** The executable file. */
  readonly program: Buffer;
  /**
   * What each call answered, in their order: below zero a negated `errno`.
   * @throws Error when the output is not that of the whole program
   */
  readonly results: (output: Uint8Array) => readonly number[];
};

/** Numbers on x86-64 of the program's own calls. */
const own = { write: 1, exitGroup: 231 } as const;

const slots = 8;
const slotBytes = 8;
const recordBytes = slots * slotBytes;

/** Where in the address space code and data lie; both are at the same offset in the file, as pages want it. */
const addresses = { code: 0x40_0000, data: 0x60_0000 } as const;

const headerBytes = 64;
const segmentBytes = 56;
const codeOffset = headerBytes + 3 * segmentBytes;

const body = [
  0x48,
  0x8b,
  0x03, // mov rax, [rbx]
  0x48,
  0x8b,
  0x7b,
  0x08, // mov rdi, [rbx+8]
  0x48,
  0x8b,
  0x73,
  0x10, // mov rsi, [rbx+16]
  0x48,
  0x8b,
  0x53,
  0x18, // mov rdx, [rbx+24]
  0x4c,
  0x8b,
  0x53,
  0x20, // mov r10, [rbx+32]
  0x4c,
  0x8b,
  0x43,
  0x28, // mov r8, [rbx+40]
  0x4c,
  0x8b,
  0x4b,
  0x30, // mov r9, [rbx+48]
  0x0f,
  0x05, // syscall
  0x48,
  0x89,
  0x03, // mov [rbx], rax
  0x48,
  0x8b,
  0x4b,
  0x38, // mov rcx, [rbx+56]
  0x48,
  0x89,
  0x01, // mov [rcx], rax
  0x48,
  0x83,
  0xc3,
  0x40, // add rbx, 64
];
const codeBytes = 5 + body.length + 2;

/** Puts a program together that makes these calls. */
export function rawCalls(calls: readonly RawCall[]): RawCalls {
  const tableOffset = Math.ceil((codeOffset + codeBytes) / 16) * 16;
  const table = addresses.data + tableOffset;
  const tableBytes = (calls.length + 2) * recordBytes;
  const texts: Buffer[] = [];
  let end = table + tableBytes;
  const addressOf = (content: string | Uint8Array) => {
    const bytes = typeof content === 'string' ? Buffer.from(`${content}\0`) : Buffer.from(content);
    // Calls that fill what they are given find room for it.
    const padded = Buffer.concat([bytes, Buffer.alloc(8 - (bytes.length % 8))]);
    texts.push(padded);
    end += padded.length;
    return end - padded.length;
  };
  const records = Buffer.alloc(tableBytes);
  const all = [
    ...calls,
    { number: own.write, args: [1, table, calls.length * recordBytes] },
    { number: own.exitGroup, args: [0] },
  ];
  const at = (call: number, slot: number) => call * recordBytes + slot * slotBytes;
  for (const [call, { number, args }] of all.entries()) {
    records.writeBigInt64LE(BigInt(number), at(call, 0));
    // The answer goes to where the number was, and to one place besides.
    records.writeBigInt64LE(BigInt(table + at(call, 0)), at(call, slots - 1));
    for (const [index, arg] of args.entries()) {
      const slot = at(call, 1 + index);
      if (typeof arg === 'number') records.writeBigInt64LE(BigInt(arg), slot);
      else if (typeof arg === 'string' || arg instanceof Uint8Array)
        records.writeBigInt64LE(BigInt(addressOf(arg)), slot);
      else records.writeBigInt64LE(BigInt(table + slot), at(arg.resultOf, slots - 1));
    }
  }
  const data = Buffer.concat([records, ...texts]);
  const program = Buffer.alloc(tableOffset + data.length);
  header(tableOffset, data.length).copy(program);
  loop(table).copy(program, codeOffset);
  data.copy(program, tableOffset);
  return {
    program,
    results: (output) => {
      const bytes = Buffer.from(output);
      if (bytes.length !== calls.length * recordBytes) throw new Error(`${bytes.length} bytes are no answers`);
      return calls.map((_, call) => Number(bytes.readBigInt64LE(at(call, 0))));
    },
  };
}

/** Goes from record to record: the number, six arguments, and where the answer is put as well. */
function loop(table: number): Buffer {
  const code = Buffer.from([
    0xbb,
    0,
    0,
    0,
    0, // mov ebx, the table
    ...body,
    0xeb,
    0x100 - (body.length + 2), // jmp to the first of the body
  ]);
  code.writeUInt32LE(table, 1);
  return code;
}

/** The ELF header and its segments: code that is not written, data that is not run, and a stack that is not run either. */
function header(dataOffset: number, dataBytes: number): Buffer {
  const bytes = Buffer.alloc(codeOffset);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  bytes.writeUInt16LE(2, 16); // executable
  bytes.writeUInt16LE(62, 18); // x86-64
  bytes.writeUInt32LE(1, 20);
  bytes.writeBigUInt64LE(BigInt(addresses.code + codeOffset), 24);
  bytes.writeBigUInt64LE(BigInt(headerBytes), 32);
  bytes.writeUInt16LE(headerBytes, 52);
  bytes.writeUInt16LE(segmentBytes, 54);
  bytes.writeUInt16LE(3, 56);
  const segments = [
    { type: 1, flags: 5, offset: 0, address: addresses.code, size: codeOffset + codeBytes, align: 4096 },
    { type: 1, flags: 6, offset: dataOffset, address: addresses.data + dataOffset, size: dataBytes, align: 4096 },
    { type: 0x6474_e551, flags: 6, offset: 0, address: 0, size: 0, align: 16 },
  ];
  for (const [index, { type, flags, offset, address, size, align }] of segments.entries()) {
    const start = headerBytes + index * segmentBytes;
    bytes.writeUInt32LE(type, start);
    bytes.writeUInt32LE(flags, start + 4);
    for (const [place, value] of [offset, address, address, size, size, align].entries())
      bytes.writeBigUInt64LE(BigInt(value), start + 8 + 8 * place);
  }
  return bytes;
}
