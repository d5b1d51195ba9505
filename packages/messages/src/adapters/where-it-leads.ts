import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** Links that are followed at most; the system itself follows no more. */
const mostLinks = 40;

/**
 * Where a path leads that an agent's program was given: from where it works, with every link followed, also one to what is
 * not there yet. Within that place it is told by the place's own name.
 */
export function whereItLeads(path: string, place: string | null): string {
  const given = path.trim().replace(/^~(?=$|\/)/, homedir());
  const real = followed(place === null ? resolve('/', given) : resolve(place, given), mostLinks);
  if (place === null) return real;
  const below = relative(followed(place, mostLinks), real);
  return below === '' || below === '..' || below.startsWith('../') || isAbsolute(below) ? real : join(place, below);
}

/** The part of a path that is there, really; the rest as it is named. */
function followed(path: string, links: number): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || dirname(path) === path) return path;
  }
  const parent = followed(dirname(path), links);
  const here = join(parent, basename(path));
  return isLink(here) && links > 0 ? followed(resolve(parent, readlinkSync(here)), links - 1) : here;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
