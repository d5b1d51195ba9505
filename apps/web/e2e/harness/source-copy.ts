import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { program, repositoryRoot } from '@cw/app/e2e';
import { type TempDir, tempDir } from '@cw/testkit';

export type SourceCopy = TempDir & {
  /** The program, which finds the dashboard's source from where it lies upwards. */
  readonly program: string;
  /** A file of the dashboard's source. */
  readonly source: (path: string) => string;
};

/** A checkout of the dashboard that a test may edit, with the packages of the real one. */
export async function copySource(): Promise<SourceCopy> {
  const copy = await tempDir('cw-source');
  const [from, to] = [join(repositoryRoot, 'apps/web'), join(copy.path, 'apps/web')];
  for (const part of ['src', 'public', 'index.html', 'package.json', 'tsconfig.json']) {
    await cp(join(from, part), join(to, part), { recursive: true });
  }
  for (const file of ['tsconfig.base.json', '.gitignore']) await cp(join(repositoryRoot, file), join(copy.path, file));
  await cp(join(from, 'vite.config.ts'), join(to, 'vite.config.real.ts'));
  await writeFile(join(to, 'vite.config.ts'), configReachingBack);
  await linkPackages(join(from, 'node_modules'), join(to, 'node_modules'));
  const skipped = /\/(bin|package|web|\.building[^/]*)$/;
  await cp(dirname(program()), join(copy.path, 'dist'), { recursive: true, filter: (path) => !skipped.test(path) });
  return {
    ...copy,
    program: join(copy.path, 'dist', basename(program())),
    source: (path) => join(to, 'src', path),
  };
}

/** Packages are links into the real repository, which the dev server does not serve files from by itself. */
const configReachingBack = `import { mergeConfig } from 'vite';
import real from './vite.config.real.ts';

export default mergeConfig(real, { server: { fs: { allow: ['.', ${JSON.stringify(repositoryRoot)}] } } });
`;

async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const names = (await readdir(from)).filter((name) => !name.startsWith('.'));
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));
}
