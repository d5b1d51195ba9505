import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault, isFault } from '@cw/kernel';
import { copyPreparedFiles, listPreparedFiles } from './copy-files.ts';
import { writeExcludesFile } from './git/excludes-file.ts';
import { git, gitFields } from './git/run-git.ts';
import { filesAsTheyAre, noteProducts } from './git/set-up-products.ts';
import { gitDirOf, readCopied, writeCopied } from './git/worktree-state.ts';
import { runCommand } from './process/run-command.ts';

export type SetUpRequest = {
  readonly worktree: string;
  /** Folder whose files are copied in. */
  readonly filesDir: string;
  /** The project's own command line, if it has one. */
  readonly command: string | null;
  readonly logFile: string;
  /** Marks the command's processes, so that they can be found again. */
  readonly mark: string;
  /**
   * Milliseconds.
   * @defaultValue 600000
   */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type SetUpReport = {
  readonly copied: readonly string[];
  readonly skipped: readonly string[];
};

const defaultTimeout = 600_000;

/**
 * Makes a working tree ready to work in: copies the project's prepared files, then runs its set-up command. What is
 * copied is noted first, so that it is never committed, even when the copying is cut short; what the command makes is noted when it has
 * ended. May be repeated, also when it was killed.
 * @throws Fault `setup.failed`, `setup.timed-out`, `setup.stopped`, `setup.outside-worktree`; the log has the output
 */
export async function setUpWorktree(request: SetUpRequest): Promise<SetUpReport> {
  const { worktree } = request;
  const prepared = await listPreparedFiles(request.filesDir);
  const gitDir = await gitDirOf(worktree);
  const paths = prepared.files.map((file) => file.path);
  const copied = [...new Set([...(await readCopied(gitDir)), ...paths])].sort();
  await writeCopied(gitDir, copied);
  if (copied.length > 0) await writeExcludesFile(worktree, gitDir, copied);
  await hideTracked(worktree, paths);
  await copyPreparedFiles(request.filesDir, prepared.files, worktree);
  await mkdir(dirname(request.logFile), { recursive: true, mode: 0o700 });
  const skipped = prepared.skipped.map((path) => `left out: ${path} (leads out of the folder, or is not a file)\n`);
  await appendFile(request.logFile, `copied ${paths.length} prepared files\n${skipped.join('')}`, { mode: 0o600 });
  if (request.command !== null) await runNoted(request, request.command);
  return { copied, skipped: prepared.skipped };
}

/** A prepared file may stand in for one the repository tracks; then git must not see the difference as work. */
async function hideTracked(worktree: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const wanted = new Set(paths);
  const tracked = (await gitFields(worktree, ['ls-files', '-z'])).filter((path) => wanted.has(path));
  if (tracked.length === 0) return;
  await git(worktree, ['update-index', '--skip-worktree', '-z', '--stdin'], { input: `${tracked.join('\0')}\0` });
}

async function runNoted(request: SetUpRequest, command: string): Promise<void> {
  const { worktree } = request;
  const [before, since] = [await filesAsTheyAre(worktree), Date.now()];
  try {
    await runSetUpCommand(request, command);
  } catch (error) {
    // What a command made that failed is no more the work of the task. Where that cannot be noted, it is kept as if it were.
    await noteProducts(worktree, before, since).catch((other: unknown) => {
      if (!isFault(other)) throw other;
    });
    throw error;
  }
  await noteProducts(worktree, before, since);
}

async function runSetUpCommand(request: SetUpRequest, command: string): Promise<void> {
  const timeout = request.timeout ?? defaultTimeout;
  const outcome = await runCommand({
    command,
    cwd: request.worktree,
    logFile: request.logFile,
    timeout,
    mark: request.mark,
    signal: request.signal,
  });
  if (outcome.kind === 'ended' && outcome.exitCode === 0) return;
  const last = await lastLines(request.logFile);
  const said = last === '' ? '' : ` Its last lines: ${last}`;
  const ends = {
    ended: ['setup.failed', `ended with code ${outcome.exitCode ?? 'none (a signal)'}`],
    'timed-out': ['setup.timed-out', `did not end within ${Math.round(timeout / 1000)} s`],
    aborted: ['setup.stopped', 'was stopped'],
  } as const;
  const [code, what] = ends[outcome.kind];
  throw new Fault({
    code,
    message: `The set-up command ${JSON.stringify(command)} ${what}.${said}`,
    hint: `See its output in ${request.logFile}. The command can be changed in the project.`,
  });
}

async function lastLines(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, 600);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trim().split('\n').slice(-3).join(' | ');
  } finally {
    await file.close();
  }
}
