import { rmSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { type TempDir, tempDir } from './temp-dir.ts';

/** Path → content; null deletes the file. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

/** A real git repository with a work tree, apart from the user's configuration. */
export type TempRepo = TempDir & {
  /** Writes the files and commits everything. Answers the commit's sha. */
  readonly commit: (files: Files, message?: string) => Promise<string>;
  /** Writes files without committing them. */
  readonly write: (files: Files) => Promise<void>;
  /** Runs git here. Answers stdout without its last line break. @throws when git fails, with its stderr. */
  readonly git: (...args: string[]) => Promise<string>;
  /** The sha of a ref. @defaultValue 'HEAD' */
  readonly head: (ref?: string) => Promise<string>;
  /** Paths in a commit, sorted. @defaultValue 'HEAD' */
  readonly files: (ref?: string) => Promise<readonly string[]>;
  /** A file's text as of a commit. */
  readonly show: (ref: string, path: string) => Promise<string>;
  /** Subjects of a ref's commits, newest first. @defaultValue 'HEAD' */
  readonly subjects: (ref?: string) => Promise<readonly string[]>;
};

type RepoOptions = { readonly files?: Files; readonly branch?: string };

/** No files means no commit: the repository is then empty, on an unborn branch. */
export async function tempRepo(options: RepoOptions = {}): Promise<TempRepo> {
  const dir = await tempDir('cw-repo');
  await cp(await templateOf(options), dir.path, { recursive: true, preserveTimestamps: true });
  return repoAt(dir);
}

/** Repositories that were made with the same content are copies of one, which four calls of git have made. */
const templates = new Map<string, Promise<string>>();

function templateOf(options: RepoOptions): Promise<string> {
  const key = JSON.stringify([options.branch, Object.entries(options.files ?? {}).map(([p, c]) => [p, String(c)])]);
  const known = templates.get(key) ?? makeTemplate(options);
  templates.set(key, known);
  return known;
}

async function makeTemplate({ files, branch = 'main' }: RepoOptions): Promise<string> {
  const dir = await tempDir('cw-template');
  if (made.push(dir.path) === 1) process.once('exit', removeTemplates);
  const repo = repoAt(dir);
  await repo.git('init', '-q', '-b', branch);
  const hooks = join(dir.path, '.git/hooks');
  for (const sample of await readdir(hooks)) await rm(join(hooks, sample));
  // The index of a copy knows its files by size and time: they are other files on the disk than those it was written for.
  const config = '[core]\n\tcheckStat = minimal\n\ttrustctime = false\n';
  await appendFile(join(dir.path, '.git/config'), config);
  if (files) await repo.commit(files, 'chore: begin');
  return dir.path;
}

const made: string[] = [];

function removeTemplates(): void {
  for (const path of made) rmSync(path, { recursive: true, force: true });
}

/** Environment in which git sees no configuration but the repository's, with a fixed identity. */
export function gitEnv(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Test Author',
    GIT_AUTHOR_EMAIL: 'author@example.test',
    GIT_COMMITTER_NAME: 'Test Author',
    GIT_COMMITTER_EMAIL: 'author@example.test',
  };
}

function repoAt(dir: TempDir): TempRepo {
  const run = async (args: readonly string[], keepsLineBreak = false): Promise<string> => {
    const done = await execa('git', args, {
      cwd: dir.path,
      env: gitEnv(),
      extendEnv: false,
      stripFinalNewline: !keepsLineBreak,
    });
    return done.stdout;
  };
  const write = (files: Files) => writeFiles(dir.path, files);
  const head = (ref = 'HEAD') => run(['rev-parse', '--verify', `${ref}^{commit}`]);
  return {
    ...dir,
    write,
    head,
    git: (...args) => run(args),
    files: async (ref = 'HEAD') => (await run(['ls-tree', '-r', '-z', '--name-only', ref])).split('\0').filter(Boolean),
    show: (ref, path) => run(['show', `${ref}:${path}`], true),
    subjects: async (ref = 'HEAD') => (await run(['log', '--format=%s', ref])).split('\n').filter(Boolean),
    async commit(files, message = 'chore: change files') {
      await write(files);
      await run(['add', '--all']);
      await run(['commit', '-q', '--allow-empty', '-m', message]);
      return head();
    },
  };
}

async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path);
    if (content === null) {
      await rm(target, { force: true });
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
