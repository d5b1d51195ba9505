import { secretByName } from '../../model/secret-shape.ts';
import { leadsOut } from '../../model/stray-content.ts';

/** A file of a tree. Its path is bytes as latin1. */
export type FileAt = { readonly path: string; readonly mode: string; readonly blob: string };

const link = '120000';

/**
 * Whether a file only moved: the same content is gone from another path. A file that gets a name by which secrets are known must have had
 * one of that kind, and a link must have led out before as well; a copy is not moved.
 * @param wasAt files that are gone
 * @param targetOf where the file leads, if it is a link
 */
export function isMoved(file: FileAt, wasAt: readonly FileAt[], targetOf: () => string | undefined): boolean {
  return wasAt.some(({ path, mode, blob }) => {
    if (blob !== file.blob || (mode === link) !== (file.mode === link)) return false;
    if (secretByName(file.path) !== undefined && secretByName(path) === undefined) return false;
    const target = mode === link ? targetOf() : undefined;
    return target === undefined || !leadsOut(file.path, target) || leadsOut(path, target);
  });
}
