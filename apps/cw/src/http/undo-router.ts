import { answer, procedure, router } from '@cw/entry/trpc';
import { ok, toIso } from '@cw/kernel';
import type { Storage } from '@cw/storage';
import { z } from 'zod';
import { sayChange } from '../undo/say-change.ts';
import { changeToUndo, undoLastChange } from '../undo/undo-change.ts';

/** The last change of whoever is signed in: what it was, and taking it back. */
export function createUndoRouter(storage: Pick<Storage, 'read' | 'transact'>) {
  return router({
    last: procedure.query(async ({ ctx }) => {
      const change = answer(await changeToUndo(storage.read, ctx.act));
      return { seq: change.seq, at: toIso(change.at), steps: await sayChange(storage.read, change) };
    }),
    undo: procedure.input(z.object({ seq: z.number().int().min(1) })).mutation(async ({ input, ctx }) => {
      return answer(
        await storage.transact(async (tx) => {
          const undone = await undoLastChange(tx, { seq: input.seq, via: 'dashboard' }, ctx.act);
          return undone.ok ? ok({ seq: undone.value.seq }) : undone;
        }),
      );
    }),
  });
}
