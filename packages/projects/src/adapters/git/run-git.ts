import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Fault } from '@cw/kernel';
import { bookkeepingConfig, gitEnvironment } from './git-environment.ts';
import { gitFailed, shownCommand } from './git-failure.ts';

export type GitOptions = {
  readonly input?: string | Buffer | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Exit codes that are an answer rather than a failure, besides 0. */
  readonly accept?: readonly number[] | undefined;
  /**
   * Milliseconds after which git is ended.
   * @defaultValue 120000
   */
  readonly timeout?: number | undefined;
  /** Speaks to another repository: gets a session of its own, so that no program below it can ask on the terminal. */
  readonly network?: boolean | undefined;
  /** Lets path arguments carry magic such as `:(exclude)`; otherwise each is a plain path. */
  readonly pathspecMagic?: boolean | undefined;
  /** Answers stdout byte for byte (as latin1), for paths that need not be UTF-8; such input is a Buffer. */
  readonly bytes?: boolean | undefined;
  /** The beginning of the command line that git is run by, where it is not run as it is. */
  readonly within?: readonly string[] | undefined;
};

export type GitAnswer = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const defaultTimeout = 120_000;

/**
 * Runs git in a directory with an argument array; hooks, prompts, editors and inherited `GIT_*` are off.
 * @returns the answer when git ended with 0 or a code in `accept`
 * @throws Fault `git.missing`, `git.timed-out`, `git.no-room`, `git.failed`, or another of `git-failure.ts`
 */
export async function git(dir: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const answer = await collect(start(dir, args, options), { dir, args, options });
  if (answer.exitCode === 0 || options.accept?.includes(answer.exitCode)) return answer;
  throw gitFailed(args, answer, dir);
}

/** What git prints, without the line end; for commands that answer one value. */
export async function gitLine(dir: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return (await git(dir, args, options)).stdout.trimEnd();
}

/** The fields of a `-z` answer. */
export async function gitFields(dir: string, args: readonly string[], options: GitOptions = {}): Promise<string[]> {
  return (await git(dir, args, options)).stdout.split('\0').filter((field) => field !== '');
}

function start(dir: string, args: readonly string[], options: GitOptions): ChildProcess {
  const [program = 'git', ...line] = [...(options.within ?? []), 'git'];
  const flags = options.pathspecMagic ? [] : ['--literal-pathspecs'];
  return spawn(program, [...line, ...flags, ...bookkeepingConfig, ...args], {
    cwd: dir,
    env: gitEnvironment(process.env, options.env),
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: options.network === true,
  });
}

type Call = { readonly dir: string; readonly args: readonly string[]; readonly options: GitOptions };

async function collect(child: ChildProcess, { dir, args, options }: Call): Promise<GitAnswer> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  // git may end before it has read all its input; its exit code then says what went wrong.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  let timedOut = false;
  const limit = options.timeout ?? defaultTimeout;
  const timer = setTimeout(() => {
    timedOut = true;
    end(child, options.network === true);
  }, limit);
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
    });
    if (timedOut) throw timeLimitPassed(args, limit);
    return {
      exitCode,
      stdout: Buffer.concat(stdout).toString(options.bytes ? 'latin1' : 'utf8'),
      stderr: Buffer.concat(stderr).toString(),
    };
  } catch (error) {
    throw isMissing(error) ? notStarted(dir, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

function end(child: ChildProcess, wholeGroup: boolean): void {
  if (child.pid === undefined) return;
  if (!wholeGroup) {
    child.kill('SIGKILL');
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function notStarted(dir: string, cause: unknown): Fault {
  if (!existsSync(dir)) {
    return new Fault({
      code: 'git.no-directory',
      message: `The directory ${dir} does not exist.`,
      hint: 'Check the path; a repository that was moved must be moved back',
      cause,
    });
  }
  return new Fault({
    code: 'git.missing',
    message: 'git could not be started: it is not on the PATH.',
    hint: 'Install git 2.39 or newer and try again.',
    kind: 'unavailable',
    cause,
  });
}

function timeLimitPassed(args: readonly string[], limit: number): Fault {
  return new Fault({
    code: 'git.timed-out',
    message: `git ${shownCommand(args)} did not end within ${Math.round(limit / 1000)} s and was stopped.`,
    hint: 'Check that the repository can be reached, then try again.',
    kind: 'unavailable',
  });
}
