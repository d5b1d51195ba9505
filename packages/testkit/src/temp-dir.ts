import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TempDir = AsyncDisposable & {
  /** Real path, mode 0700. */
  readonly path: string;
  readonly remove: () => Promise<void>;
};

/** A directory of the test's own, gone at dispose whatever is in it. */
export async function tempDir(prefix = 'cw-test'): Promise<TempDir> {
  const path = await mkdtemp(join(await realpath(tmpdir()), `${prefix}-`));
  const remove = () => removeTree(path);
  return { path, remove, [Symbol.asyncDispose]: remove };
}

/** An empty workspace for `CW_HOME`, and a user's home beside it for the programs a test starts. */
export type TempHome = TempDir & { readonly userHome: string };

export async function tempHome(): Promise<TempHome> {
  const parent = await tempDir('cw-home');
  const path = join(parent.path, 'cw');
  const userHome = join(parent.path, 'user');
  await mkdir(path, { mode: 0o700 });
  await mkdir(userHome, { mode: 0o700 });
  return { ...parent, path, userHome };
}

async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    if (!isDenied(error)) throw error;
    await openTree(path);
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}

/** A directory without write permission keeps its entries; one without read permission cannot be listed. */
async function openTree(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await openTree(inner);
  }
}
