import { Fault } from '@cw/kernel';
import { gitLine } from './run-git.ts';

const oldest = [2, 39] as const;

/**
 * Refuses a git that cannot merge without a working tree.
 * @throws Fault `git.too-old`, `git.missing`
 */
export async function mustBeRecentGit(dir: string): Promise<void> {
  const line = await gitLine(dir, ['version']);
  if (isRecent(line)) return;
  throw new Fault({
    code: 'git.too-old',
    message: `cw needs git ${oldest.join('.')} or newer; this is ${line}.`,
    hint: 'Install a newer git and try again.',
    kind: 'unavailable',
  });
}

/** Reads the answer of `git version`. */
export function isRecent(line: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(line) ?? [];
  if (major === undefined || minor === undefined) return false;
  return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
}
