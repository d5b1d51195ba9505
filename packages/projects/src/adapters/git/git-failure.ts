import { existsSync, statfsSync } from 'node:fs';
import { Fault, type FaultOptions } from '@cw/kernel';
import { hideAddresses } from '../../model/address.ts';
import { isInClone } from '../../model/project-paths.ts';
import { shellWord } from '../../model/shell-word.ts';
import { withoutClone } from '../../model/without-clone.ts';
import { linkedGitDir } from './ref-files.ts';

export type FailedGit = { readonly exitCode: number; readonly stderr: string };

/** The error that tells of a git command that failed: what was wrong, in words, with the last that git itself said as its cause. */
export function gitFailed(args: readonly string[], { exitCode, stderr }: FailedGit, dir: string): Fault {
  const said = hideAddresses(stderr.trim().split('\n').slice(-5).join('\n'));
  if (saysNoRoom(said, dir)) return noRoom(args, dir);
  const cause = new Error(said === '' ? `git ended with code ${exitCode}` : said);
  const known = causes.find(({ pattern }) => pattern.test(said));
  if (known !== undefined) return new Fault({ ...known.tell(dir, said), cause });
  return new Fault({
    code: 'git.failed',
    message: `git ${verbOf(args)} failed in ${dir}: ${asEnd(reasonIn(said) || `it ended with code ${exitCode}`)}`,
    hint: `For details, run it there by hand: git ${shownCommand(args)}`,
    cause,
  });
}

/** Whether a fault is git's own no to a command, whatever the reason; not that it could not be run, or found no room. */
export function isGitsNo({ code }: Pick<Fault, 'code'>): boolean {
  return code === 'git.failed' || causes.some(({ code: known }) => known === code);
}

/** What git said of why it failed, without its prefixes. */
export function reasonIn(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const named = lines.flatMap((line) => /(?:fatal|error|ERROR): (.+)/.exec(line)?.[1]?.trim() ?? []);
  return named.length > 0 ? named.slice(0, 2).join('; ') : (lines.at(-1)?.trim() ?? '');
}

/** A reason as the end of a sentence. */
export function asEnd(reason: string): string {
  return /[.?!]$/.test(reason) ? reason : `${reason}.`;
}

/** A command as it may be shown: without secrets, and not endless. */
export function shownCommand(args: readonly string[]): string {
  const line = args.map(hideAddresses).join(' ');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

type Cause = {
  readonly code: `git.${string}`;
  readonly pattern: RegExp;
  readonly tell: (dir: string, said: string) => FaultOptions;
};

const causes: readonly Cause[] = [
  {
    code: 'git.locked',
    pattern: /Unable to create '(.+\.lock)': File exists/,
    tell: (dir, said) => {
      const lock = /Unable to create '(.+\.lock)'/.exec(said)?.[1] ?? dir;
      return {
        code: 'git.locked',
        message: `Another git command is at work in ${dir}, or one that was killed left the lock ${lock}.`,
        hint: `Try again. If no git is at work there, remove the lock first: rm ${shellWord(lock)}`,
      };
    },
  },
  {
    code: 'git.not-trusted',
    pattern: /dubious ownership in repository at '(.+)'/,
    tell: (dir, said) => notTrusted(/repository at '(.+)'/.exec(said)?.[1] ?? dir),
  },
  {
    code: 'git.damaged',
    pattern:
      /object file .+ is empty|loose object .+ is corrupt|inflate: |(unable to|could not|cannot|failed to) (read|find|parse|unpack)( (tree|commit|blob|object|sha1))* \(?[0-9a-f]{40}|unable to read (tree|sha1)|(missing|nonexistent|bad|corrupt) (blob|tree|commit|object)\b|not a tree object|invalid sha1 pointer|packfile .+ (is|cannot)/i,
    tell: (dir, said) => ({
      code: 'git.damaged',
      message: `The repository at ${dir} is damaged: ${asEnd(reasonIn(said))}`,
      ...(isPrivate(dir) ? withoutClone : { hint: `See what is broken with: git -C ${shellWord(dir)} fsck --full` }),
    }),
  },
  {
    code: 'git.read-only',
    pattern: /Read-only file system/,
    tell: (dir, said) => ({
      code: 'git.read-only',
      message: `git cannot write in ${dir}, because its disk is read-only: ${asEnd(reasonIn(said))}`,
      hint: 'Mount the disk so that it can be written to, then try again.',
      kind: 'unavailable',
    }),
  },
  {
    code: 'git.no-permission',
    pattern: /(: Permission denied|insufficient permission)(?! \(publickey)/,
    tell: (dir, said) => ({
      code: 'git.no-permission',
      message: `git has no permission for what it needs in ${dir}: ${asEnd(reasonIn(said))}`,
      hint: 'Give yourself access to what is named there, then try again.',
    }),
  },
  {
    code: 'git.not-a-repository',
    pattern: /not a git repository/,
    tell: (dir) => ({
      code: 'git.not-a-repository',
      message: `There is no git repository at ${dir}.`,
      hint: 'If it was moved, move it back.',
    }),
  },
];

/** Whether git was at work in a private clone, or in a working tree of one. */
function isPrivate(dir: string): boolean {
  return isInClone(dir) || isInClone(linkedGitDir(dir) ?? '');
}

/** What to do about a repository that git does not trust, because another user owns it. */
export function notTrusted(path: string): FaultOptions & { readonly hint: string } {
  return {
    code: 'git.not-trusted',
    message: `The repository at ${path} belongs to another user, so git refuses to work with it.`,
    hint: `If you trust it, allow it with: git config --global --add safe.directory ${shellWord(path)}`,
  };
}

function verbOf(args: readonly string[]): string {
  // The values of `-c` and of `--git-dir` come before the command.
  const at = args.findIndex(
    (arg, n) => /^[a-z][a-z-]*$/.test(arg) && !['-c', '--git-dir', '--work-tree'].includes(args[n - 1] ?? ''),
  );
  return args[at] ?? '';
}

/** git names the cause for some files; of others it only says that it could not write them. */
function saysNoRoom(said: string, dir: string): boolean {
  if (/: (No space left on device|Disk quota exceeded)$/m.test(said)) return true;
  if (!/(unable to|could not|cannot) write/i.test(said) || !existsSync(dir)) return false;
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize < 1 << 20;
}

function noRoom(args: readonly string[], dir: string): Fault {
  return new Fault({
    code: 'git.no-room',
    message: `git ${verbOf(args)} ran out of disk space in ${dir}.`,
    hint: 'Free space on the disk that holds the workspace, then try again.',
    kind: 'unavailable',
  });
}
