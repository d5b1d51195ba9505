import { err, Fault, ok } from '@cw/kernel';
import { TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCallerFactory, namedInput, procedure, type RequestContext, router } from './trpc.ts';

const act = { actor: { kind: 'user', id: 'us_1', name: 'ada' } } as const;
const caller: RequestContext = { act, holder: { kind: 'person', name: 'ada' } };
const damage = new Fault({ code: 'storage.unreadable', message: 'It is damaged.', kind: 'unavailable' });

const streams = router({
  of: procedure
    .input((thrown) => thrown)
    .subscription(async function* ({ input }) {
      yield 1;
      throw input;
    }),
});

async function readAll(thrown: unknown, context: RequestContext) {
  const heard: unknown[] = [];
  try {
    for await (const each of await createCallerFactory(streams)(context).of(thrown)) heard.push(each);
  } catch (error) {
    return { heard, error };
  }
  return { heard };
}

test('a stream that breaks says what the world said no to, or what is damaged, as any other procedure', async () => {
  const told = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', cause: damage });
  expect(await readAll(damage, caller)).toEqual({ heard: [1], error: told });
  expect(await readAll(new TypeError('x'), { ...caller, faultBehind: () => damage })).toEqual({
    heard: [1],
    error: told,
  });
  const bug = new TypeError('x');
  expect(await readAll(bug, { ...caller, faultBehind: () => undefined })).toEqual({ heard: [1], error: bug });
  const refused = new TRPCError({ code: 'FORBIDDEN' });
  expect(await readAll(refused, { ...caller, faultBehind: () => damage })).toEqual({ heard: [1], error: refused });
});

test('what a request names is read as the whole id, or refused as not found in the words of its room', async () => {
  const lamp = namedInput(async (named) =>
    named === 'la' ? ok('pr_lamp') : err({ code: 'project.not-found', message: `No ${named}.`, kind: 'not-found' }),
  );
  const named = router({ of: procedure.input(z.object({ project: lamp.optional() })).query(({ input }) => input) });
  const call = createCallerFactory(named)(caller);
  expect(await call.of({ project: 'la' })).toEqual({ project: 'pr_lamp' });
  expect(await call.of({})).toEqual({});
  await expect(call.of({ project: 'lmp' })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No lmp.' });
});
