import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Whether a path can be come by in a sandbox. The super-user enters every folder outside, and inside only what its mode lets
 * this user and its groups enter: bubblewrap can cover nothing below other folders, and nothing below them needs a cover.
 * Of any other user, what is found outside is what is found inside.
 * @param path absolute, without symbolic links
 */
export function isEntered(path: string): boolean {
  if (process.geteuid?.() !== 0) return true;
  const groups = new Set([process.getegid?.(), ...(process.getgroups?.() ?? [])]);
  const lets = ({ uid, gid, mode }: Stats) => uid === 0 || (mode & (groups.has(gid) ? 0o010 : 0o001)) !== 0;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found !== undefined && !lets(found)) return false;
    if (folder === dirname(folder)) return true;
  }
}
