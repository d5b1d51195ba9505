import type { CliContext, FolderProject } from '@cw/entry';
import { tellsPlace } from '../../model/tells-place.ts';

/** Options that say for themselves which tasks are meant, so that the folder does not. */
const tellPlace = ['project', 'parent', 'under'];

/**
 * The project that a line means by the folder in which it was typed, where it does not say otherwise.
 * @param has whether the line gives an option of that name
 */
export function meantByFolder(
  has: (name: string) => boolean,
  { query, context }: { readonly query: string | undefined; readonly context: CliContext },
): Promise<FolderProject | undefined> {
  const isTold = has('all-projects') || tellPlace.some(has) || tellsPlace(query);
  return isTold ? Promise.resolve(undefined) : context.folderProject();
}
