import { findServer } from '../http/server-file.ts';

/**
 * What to say where no server runs on a home that one has something to do in; undefined where one does.
 * @param named true when the line named the home, so that the server's has to as well
 */
export async function serverNote(home: string, named: boolean): Promise<string | undefined> {
  if ((await findServer(home)) !== undefined) return undefined;
  const command = named ? `cw --server --home ${home}` : 'cw --server';
  return `No server runs on this workspace, so nothing starts until one does: ${command}`;
}
