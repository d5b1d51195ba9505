import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { claudeCommandKey, findProgram } from '@cw/agents';
import { readSetting } from '@cw/config';
import { type Advice, type Finding, isFault, step } from '@cw/kernel';
import { isRecent } from '@cw/projects';
import type { ReadDb } from '@cw/storage';

const run = promisify(execFile);
const oldestNode = 20;

export type Programs = { readonly node: string; readonly git: string | null; readonly claude: string | null };

/** Which programs there are that cw works with, and whether they are recent enough. */
export async function checkPrograms(
  read: ReadDb | undefined,
  path: string,
): Promise<{ readonly programs: Programs; readonly findings: readonly Finding[] }> {
  const node = process.versions.node;
  const git = await versionOf('git', path);
  const command = read === undefined ? claudeCommandKey.fallback : (await readSetting(read, claudeCommandKey)).value;
  const claude = await versionOf(command, path);
  return {
    programs: { node, git, claude },
    findings: [
      ...(Number.parseInt(node, 10) < oldestNode
        ? [problem('node', `cw needs Node ${oldestNode} or newer; this is ${node}.`, { hint: 'Install a newer Node.' })]
        : []),
      ...checkGit(git),
      ...(claude === null ? [withoutClaude(command)] : []),
    ],
  };
}

function checkGit(git: string | null): readonly Finding[] {
  if (git === null)
    return [
      problem('git', 'git is not on the PATH; cw cannot work on repositories.', {
        hint: 'Install git 2.39 or newer.',
      }),
    ];
  return isRecent(git)
    ? []
    : [problem('git', `cw needs git 2.39 or newer; this is ${git}.`, { hint: 'Install a newer git.' })];
}

function withoutClaude(command: string): Finding {
  return {
    ...problem(
      'claude',
      `Claude Code (${command}) is not there or does not run; only tasks with a script can be worked at.`,
      {
        hint: 'Install it, or say where it is.',
        next: [step('Set its path', 'config set', 'agents.claude.command', '<path>')],
      },
    ),
    level: 'notice',
  };
}

function problem(thing: string, message: string, advice: Advice): Finding {
  return { check: 'programs', level: 'problem', thing, message, ...advice };
}

/** What a program answers to `--version`, its first line; null where it cannot be run. */
async function versionOf(command: string, path: string): Promise<string | null> {
  try {
    const { stdout } = await run(findProgram(command, path), ['--version'], { timeout: 10_000, env: { PATH: path } });
    return stdout.split('\n')[0]?.trim() || null;
  } catch (error) {
    if (isFault(error) || (error instanceof Error && ('code' in error || 'killed' in error))) return null;
    throw error;
  }
}
