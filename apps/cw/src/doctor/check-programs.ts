import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programs as agentPrograms, findProgram } from '@cw/agents';
import { type ConfigKey, readSetting } from '@cw/config';
import { type Advice, type Finding, isFault, step } from '@cw/kernel';
import { isRecent } from '@cw/projects';
import type { ReadDb } from '@cw/storage';

const run = promisify(execFile);
const oldestNode = 20;

/** Versions of programs by name, those of agents among them; null for one that is not there. */
export type Programs = { readonly node: string; readonly git: string | null } & Readonly<Record<string, string | null>>;

/** An agent program of its own, and where it is said to be. */
type AgentProgram = { readonly name: string; readonly title: string; readonly key: ConfigKey<string> };

/** Agent programs that have to be there for a task to be worked at. */
export const ownPrograms: readonly AgentProgram[] = agentPrograms.flatMap(({ name, title, settings: { command } }) =>
  command === null ? [] : [{ name, title, key: command }],
);

/** Which programs there are that cw works with, and whether they are recent enough. */
export async function checkPrograms(
  read: ReadDb | undefined,
  path: string,
): Promise<{ readonly programs: Programs; readonly findings: readonly Finding[] }> {
  const node = process.versions.node;
  const git = await versionOf('git', path);
  const agents = await Promise.all(ownPrograms.map((program) => look(program, read, path)));
  return {
    programs: { node, git, ...Object.fromEntries(agents.map(({ name, version }) => [name, version])) },
    findings: [
      ...(Number.parseInt(node, 10) < oldestNode
        ? [problem('node', `cw needs Node ${oldestNode} or newer; this is ${node}.`, { hint: 'Install a newer Node.' })]
        : []),
      ...checkGit(git),
      ...agents.flatMap((agent) => (agent.version === null ? [without(agent)] : [])),
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

type Looked = AgentProgram & { readonly command: string; readonly version: string | null };

async function look(program: AgentProgram, read: ReadDb | undefined, path: string): Promise<Looked> {
  const command = read === undefined ? program.key.fallback : (await readSetting(read, program.key)).value;
  return { ...program, command, version: await versionOf(command, path) };
}

function without({ name, title, key, command }: Looked): Finding {
  return {
    ...problem(name, `${title} (${command}) is missing or does not run; only tasks with a script can run.`, {
      hint: 'Install it.',
      next: [step(`Or set its path in ${key.key}`, 'config set', key.key, '<path>')],
    }),
    level: 'notice',
  };
}

function problem(thing: string, message: string, advice: Advice): Finding {
  return { check: 'programs', level: 'problem', thing, message, ...advice };
}

/** What a program answers to `--version`, its first line; null where it cannot be run. */
async function versionOf(command: string, path: string): Promise<string | null> {
  try {
    const { stdout } = await run(findProgram(command, path), ['--version'], {
      timeout: 10_000,
      env: { PATH: path },
    });
    return stdout.split('\n')[0]?.trim() || null;
  } catch (error) {
    if (isFault(error) || (error instanceof Error && ('code' in error || 'killed' in error))) return null;
    throw error;
  }
}
