import { type CliContext, sentenceWithAdvice } from '@cw/entry';
import { findServer } from '../http/server-file.ts';

/**
 * What to say where no server runs on a home that one has something to do in; undefined where one does.
 * @param named true when the line named the home, so that the server's has to as well
 */
export async function serverNote(home: string, named: boolean): Promise<string | undefined> {
  if ((await findServer(home)) !== undefined) return undefined;
  const command = named ? `cw --server --home ${home}` : 'cw --server';
  return `No server is running for this workspace, so nothing starts until you run ${command}`;
}

/** What keeps a task from being started until somebody does something, whatever else is going on. */
const lasting = new Set(['removed', 'paused']);
const mostTold = 5;

/** Why what was just given to agents is not started, where that does not end by itself. */
export async function heldNotes(
  ids: readonly string[],
  { whyNotStarted }: Pick<CliContext, 'whyNotStarted'>,
): Promise<readonly string[]> {
  const tasks = ids.filter((id) => id.startsWith('tk_')).slice(0, mostTold);
  const waits = await Promise.all(tasks.map(async (id) => ({ id, why: (await whyNotStarted?.(id)) ?? [] })));
  return waits.flatMap(({ id, why }) =>
    why.filter((each) => lasting.has(each.why)).map((each) => `${id} is not started yet: ${sentenceWithAdvice(each)}`),
  );
}
