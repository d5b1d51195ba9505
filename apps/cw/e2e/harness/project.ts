import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrap } from '@cw/kernel';
import type { ProjectView } from '@cw/projects';
import { createTasksModule, type TaskView } from '@cw/tasks';
import { claudeProgram, modelEnv, type TempRepo } from '@cw/testkit';
import type { Workspace } from './workspace.ts';

/** Adds a repository as a project. */
export function addProject(
  workspace: Workspace,
  repo: Pick<TempRepo, 'path'>,
  ...args: string[]
): Promise<ProjectView> {
  return workspace.ask<ProjectView>('project', 'add', repo.path, '--name', 'sample', ...args);
}

type NewTask = {
  /** @defaultValue sample */
  readonly project?: string;
  readonly script?: string;
  readonly needs?: readonly string[];
};

/** Makes a task; with a script it is done by that, else by Claude Code. */
export async function createTask(
  workspace: Workspace,
  title: string,
  { project = 'sample', script, needs = [] }: NewTask = {},
): Promise<TaskView> {
  const act = await workspace.act();
  return unwrap(await tasksOf(workspace).create({ title, project, script, needs }, act));
}

export async function assign(workspace: Workspace, ...tasks: readonly { readonly id: string }[]): Promise<void> {
  const act = await workspace.act();
  unwrap(await tasksOf(workspace).assign({ tasks: tasks.map(({ id }) => id) }, act));
}

/** What `cw task create` and `cw assign` call, without starting a program for it. */
function tasksOf(workspace: Workspace) {
  return createTasksModule({ storage: workspace.storage() }).commands;
}

/** A script that puts a file on its branch, as an agent that commits would. */
export function committing(file: string, text = file): string {
  return `printf '%s\\n' '${text}' > '${file}' && git add -- '${file}' && git commit -q -m 'feat: add ${file}'`;
}

/** Has the workspace's agents be the real Claude Code, speaking to the scripted model. */
export async function useClaude(workspace: Workspace, model: { readonly url: string }): Promise<void> {
  await workspace.set('agents.claude.command', claudeProgram());
  const variables = Object.entries(modelEnv(model.url)).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const configDir = join(workspace.userHome, 'claude');
  await workspace.ask('account', 'add', 'scripted', '--provider', 'claude', '--config-dir', configDir, ...variables);
  await acceptUnchanged(workspace);
}

/** Has tasks closed whose agents only talk: most tests have no use for a change. */
export function acceptUnchanged(workspace: Workspace): Promise<void> {
  return workspace.set('tasks.doneUnchanged', 'accept');
}

export type Checkout = {
  readonly files: Readonly<Record<string, string>>;
  readonly git: Readonly<Record<string, string>>;
};

/**
 * A user's repository, byte for byte: the files of its checkout, its index, HEAD, configuration, stash and hooks, and
 * every ref but those below `cw/`.
 */
export async function photograph(repo: TempRepo): Promise<Checkout> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(repo.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.startsWith(join(repo.path, '.git/'))) files[path] = await readFile(path, 'base64');
  }
  const refs = (await repo.git('for-each-ref', '--format=%(refname) %(objectname)'))
    .split('\n')
    .filter((line) => !line.startsWith('refs/heads/cw/'))
    .join('\n');
  const parts = ['index', 'HEAD', 'config'].map(async (name) => [
    name,
    await readFile(join(repo.path, '.git', name), 'base64'),
  ]);
  const hooks = (await readdir(join(repo.path, '.git/hooks'))).join(' ');
  const worktrees = await repo.git('worktree', 'list', '--porcelain');
  return { files, git: { ...Object.fromEntries(await Promise.all(parts)), refs, hooks, worktrees } };
}

/** Writes a program that can be executed. Answers its path. */
export async function writeProgram(path: string, text: string, mode = 0o755): Promise<string> {
  await writeFile(path, text, { mode });
  return path;
}
