import { type Act, type Fault, type FaultKind, isFault, type Result } from '@cw/kernel';
import { initTRPC, type TRPC_ERROR_CODE_KEY, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { adviceOnScreen, toldToScreen } from './advice.ts';
import type { Holder } from './cli-command.ts';
import type { Refusal } from './refusal.ts';

/** What a procedure knows of its caller. */
export type RequestContext = {
  readonly act: Act;
  readonly holder: Holder;
  /** Bytes sent to the caller's websocket that it has not taken yet; absent over HTTP, where nothing is streamed. */
  readonly backlog?: () => number;
  /** What the world did, asked where a procedure broke: the disk is full, the database is damaged. @defaultValue nothing */
  readonly faultBehind?: (error: unknown) => Fault | undefined;
};

class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** Reads what a request calls a thing: its name, its id, or the start of one. What comes of it is the whole id. */
type NamedInput = z.ZodType<string, string>;

/** What requests name in their filters; the app joins the rooms that know each. */
export type NamedInputs = Readonly<Record<'task' | 'project' | 'run' | 'agent', NamedInput>>;

/** @param find the whole id of what is named, or why there is none */
export function namedInput(find: (named: string) => Promise<Result<string, Refusal>>): NamedInput {
  return z
    .string()
    .min(1)
    .max(5_000)
    .transform(async (named) => {
      const found = await find(named);
      if (!found.ok) throw new RefusalError(found.error);
      return found.value;
    });
}

const t = initTRPC.context<RequestContext>().create({
  errorFormatter: ({ shape, error }) => {
    const told = describe(error.cause);
    const { stack: _, ...data } = shape.data;
    return {
      ...shape,
      message:
        told?.message ??
        (error.code === 'INTERNAL_SERVER_ERROR' ? 'Something went wrong in cw; see its log.' : shape.message),
      data: { ...data, cw: told ?? null },
    };
  },
});

export const router = t.router;
/** Procedures of several rooms under one name. */
export const mergeRouters = t.mergeRouters;
/** What the world says no to is told in its own words, and is no bug of ours; in the middle of a stream too. */
export const procedure = t.procedure.use(async ({ next, ctx }) => {
  const result = await next();
  if (result.ok)
    return isStream(result.data) ? { ...result, data: toldWhereItBreaks(result.data, ctx.faultBehind) } : result;
  const { cause, code } = result.error;
  if (code === 'BAD_REQUEST' && cause instanceof RefusalError) throw refused(cause.refusal);
  const fault = isFault(cause) || code === 'INTERNAL_SERVER_ERROR' ? faultOf(cause, ctx.faultBehind) : undefined;
  if (fault === undefined) return result;
  throw toldFault(fault);
});
export const createCallerFactory = t.createCallerFactory;

/** The value of a result, or the error that tells a caller what its refusal says. */
export function answer<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw refused(result.error);
}

function refused(refusal: Refusal): TRPCError {
  return new TRPCError({ code: codeFor(refusal), message: refusal.message, cause: new RefusalError(refusal) });
}

type FaultBehind = RequestContext['faultBehind'];

function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
}

async function* toldWhereItBreaks(stream: AsyncIterable<unknown>, faultBehind: FaultBehind) {
  try {
    yield* stream;
  } catch (error) {
    const fault = error instanceof TRPCError ? undefined : faultOf(error, faultBehind);
    throw fault === undefined ? error : toldFault(fault);
  }
}

function faultOf(thrown: unknown, faultBehind: FaultBehind): Fault | undefined {
  return isFault(thrown) ? thrown : faultBehind?.(thrown);
}

function toldFault(fault: Fault): TRPCError {
  return new TRPCError({ code: faultCodes[fault.kind], message: fault.message, cause: fault });
}

const faultCodes = {
  refused: 'UNPROCESSABLE_CONTENT',
  usage: 'BAD_REQUEST',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<FaultKind, TRPC_ERROR_CODE_KEY>;

function codeFor(refusal: Refusal): TRPC_ERROR_CODE_KEY {
  switch (refusal.kind) {
    case 'not-found':
      return 'NOT_FOUND';
    case 'conflict':
      return 'CONFLICT';
    case 'usage':
      return 'BAD_REQUEST';
    case 'forbidden':
      return 'FORBIDDEN';
    default:
      return 'UNPROCESSABLE_CONTENT';
  }
}

function describe(cause: unknown): Refusal | undefined {
  if (cause instanceof RefusalError) return toldToScreen(cause.refusal);
  if (isFault(cause)) return { code: cause.code, message: cause.message, hint: adviceOnScreen(cause) };
  return undefined;
}
