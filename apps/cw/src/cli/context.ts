import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliContext, FolderProject, Workspace } from '@cw/entry';
import { projectOfFolder } from './folder-project.ts';
import type { Globals } from './input.ts';
import type { Terminal } from './terminal.ts';
import { unreadable } from './unreadable.ts';

/** What a command is run with. `end` lets go of what it holds. */
export function cliContext(workspace: Workspace, globals: Globals, terminal: Terminal): CliContext & { end(): void } {
  const { env, cwd, width } = terminal;
  let interrupted: AbortController | undefined;
  const onSignal = () => interrupted?.abort();
  const identity = () => import('./identity.ts');
  let project: { readonly found: FolderProject | undefined } | undefined;
  return {
    workspace,
    folderProject: async () => {
      project ??= { found: await projectOfFolder(workspace, cwd) };
      return project.found;
    },
    cwd,
    env,
    json: globals.json,
    quiet: globals.quiet,
    width,
    style: terminal.style(1),
    act: async () => (await identity()).whoActs(workspace, env),
    holder: async () => (await identity()).whoHolds(workspace, env),
    whyNotStarted: async (taskId) => (await import('./why-not-started.ts')).whyNotStarted(workspace, taskId),
    attempts: async (taskId) => (await import('./attempts.ts')).attemptsOf(workspace, taskId, width),
    stdin: async () => terminal.stdin().toString('utf8'),
    readInput: async (path) => (path === '-' ? terminal.stdin() : readNamed(resolve(cwd, path))),
    openInput: async (path) => {
      if (path === '-') return terminal.openStdin();
      return (await import('./input-file.ts')).openInputFile(resolve(cwd, path));
    },
    writeOutput: async (path, parts) => {
      if (path !== '-') return (await import('./write-output.ts')).writeOutputFile(resolve(cwd, path), parts);
      let bytes = 0;
      for await (const part of parts) {
        terminal.out(part, true);
        bytes += Buffer.byteLength(part);
      }
      return bytes;
    },
    interactive: terminal.interactive,
    confirm: async (question) => (await import('./confirm.ts')).confirm(question, terminal),
    edit: async (draft) => (await import('./edit-text.ts')).editText(draft, terminal),
    note: (text) => terminal.err(`${text}\n`),
    print: (text) => {
      if (!terminal.out(`${text}\n`)) interrupted?.abort();
    },
    get signal() {
      if (interrupted === undefined) {
        interrupted = new AbortController();
        process.once('SIGINT', onSignal);
        process.once('SIGTERM', onSignal);
      }
      return interrupted.signal;
    },
    end: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

/** Not by promises: to load what Node needs for those takes longer than reading. */
function readNamed(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}
