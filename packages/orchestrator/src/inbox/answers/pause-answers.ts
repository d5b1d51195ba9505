import { type Act, ok } from '@cw/kernel';
import type { AnsweredAbout } from '@cw/messages';
import { pauseStore } from '../../adapters/pause-store.ts';
import { takePause } from '../../commands/pause-dispatch.ts';
import { scopeOfPause } from '../tell-pause.ts';
import type { Brought, Within } from './within.ts';

/** Lets agents be started again where cw itself had stopped that. */
export async function answerPause({ tx }: Within, { id }: AnsweredAbout<'pause'>, act: Act): Brought {
  await takePause(pauseStore(tx), scopeOfPause(id), act);
  return ok({ kind: 'resumed' });
}
