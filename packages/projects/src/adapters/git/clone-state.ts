import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '@cw/kernel';
import { sourceRef } from './integration-branch.ts';
import { mayHaveObject } from './object-files.ts';
import { readRef } from './ref-files.ts';

/** Whether a project's private clone is there and can be worked with, as far as its files tell without git. */
export function isClone(clone: string): boolean {
  return whyUnusable(clone) === undefined;
}

/** What is wrong with a private clone, as said behind its name; undefined where its files tell nothing against it. */
export function whyUnusable(clone: string): string | undefined {
  if (!existsSync(clone)) return 'is gone';
  const head = textOf(join(clone, 'HEAD'));
  const isRepository = ['objects', 'refs'].every((name) => existsSync(join(clone, name)));
  if (!isRepository || !/^(ref: refs\/|[0-9a-f]{40})/.test(head)) return 'is not a repository';
  for (const ref of [namedIn(head), namedIn(textOf(join(clone, sourceRef('HEAD'))))]) {
    const commit = ref === undefined ? undefined : lostCommit(clone, ref);
    if (commit !== undefined) return `has lost the commit ${commit.slice(0, 7)}, where ${shortName(ref)} is`;
  }
  return undefined;
}

/** The commit that a ref names and that is not there. What the files do not tell is left to git. */
function lostCommit(clone: string, ref: string): string | undefined {
  try {
    const at = readRef(clone, ref);
    return typeof at === 'string' || mayHaveObject(clone, at.commit) ? undefined : at.commit;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function namedIn(head: string): string | undefined {
  return /^ref: (.+)\n?$/.exec(head)?.[1];
}

function shortName(ref = ''): string {
  return ref.replace(/^refs\/(heads|remotes)\//, '');
}

/** What a file says; empty where there is none that can be read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}
