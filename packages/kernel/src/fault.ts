import type { Advice, NextStep } from './next-step.ts';

const brand: unique symbol = Symbol.for('codewalkers.fault') as never;

export type FaultOptions = Advice & {
  /** `noun.what-went-wrong`, stable, for programs. */
  readonly code: string;
  /** What happened and to which thing, for people. */
  readonly message: string;
  readonly cause?: unknown;
  /**
   * Which exit code a command ends with: `refused` 1, `usage` 2, `unavailable` 69.
   * @defaultValue 'refused'
   */
  readonly kind?: FaultKind;
};

export type FaultKind = 'refused' | 'usage' | 'unavailable';

/** The world said no: git is missing, the port is taken, the disk is full. Thrown, and shown as message and hint. */
export class Fault extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly next: readonly NextStep[] | undefined;
  readonly kind: FaultKind;
  readonly [brand] = true;

  constructor(options: FaultOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = options.code;
    this.hint = options.hint;
    this.next = options.next;
    this.kind = options.kind ?? 'refused';
  }
}

/** True for a Fault of any copy of this package: the program is built as several files that each hold one. */
export function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && brand in value;
}

/** Marks a branch that the types rule out. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
