import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Author of the sample's first commit, where the user has configured none. */
const identity = {
  GIT_AUTHOR_NAME: 'Codewalkers',
  GIT_AUTHOR_EMAIL: 'codewalkers@localhost',
  GIT_COMMITTER_NAME: 'Codewalkers',
  GIT_COMMITTER_EMAIL: 'codewalkers@localhost',
};

/** Makes a repository of one commit on `main` that holds the given files. */
export async function makeRepository(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o777 });
    await writeFile(join(folder, name), text, { mode: 0o666 });
  }
  const env = { ...process.env, ...identity };
  const git = (...args: string[]) => run('git', ['-C', folder, '-c', 'commit.gpgSign=false', ...args], { env });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'A greeter');
}
