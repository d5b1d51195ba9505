import { chmod, cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type TempDir, tempDir } from '@cw/testkit';
import { program } from './program.ts';

/** The build under test with all that is beside it, in a folder of the test's own that every user may read. */
export async function copyProgram(): Promise<TempDir & { readonly program: string }> {
  const folder = await tempDir('cw-build');
  const skipped = /\/(bin|package|\.building[^/]*)$/;
  await cp(dirname(program()), join(folder.path, 'dist'), { recursive: true, filter: (path) => !skipped.test(path) });
  await chmod(folder.path, 0o755);
  return { ...folder, program: join(folder.path, 'dist', basename(program())) };
}

/** A user whom permissions hold: the super-user is let through everywhere, so that its tests run as nobody. */
export const stranger: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
