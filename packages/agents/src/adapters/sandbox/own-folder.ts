import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../../model/sandbox.ts';
import type { OwnFolder } from '../../ports/provider.ts';
import { hide } from './hidden-paths.ts';
import { holds } from './writable-paths.ts';

/** The folder in a run's log folder that its program gets in place of that of the account. */
export function madeFolder(logDir: string): string {
  return join(realpathSync(logDir), 'config');
}

type Places = {
  readonly logDir: string;
  /** An empty file. */
  readonly nothing: string;
  /** What a symbolic link in the account's folder must not take away. */
  readonly needed: readonly string[];
};

/**
 * What a program in a sandbox finds of its own folder: the sign-in, to be read, in a folder that is otherwise covered; and a
 * folder made for the run, with what the user set, to be read only. Nothing of the account can be written, whatever the
 * program's next version keeps there.
 */
export function ownMounts(
  own: OwnFolder,
  { logDir, nothing, needed }: Places,
): { readonly covered: readonly Mount[]; readonly made: readonly Mount[]; readonly env: Record<string, string> } {
  mkdirSync(own.path, { recursive: true, mode: 0o700 });
  const account = realpathSync(own.path);
  const made = madeFolder(logDir);
  mkdirSync(made, { recursive: true, mode: 0o700 });
  const entries = readdirSync(account).filter((name) => name !== own.signIn && !isPassing(name));
  const covers = hide(
    entries.map((name) => join(account, name)),
    nothing,
  ).filter(({ path }) => path !== account && !needed.some((place) => holds(path, place) && !holds(account, path)));
  const settings = own.settings.filter((name) => existsSync(join(account, name)));
  return {
    covered: [{ kind: 'read', path: account }, ...covers],
    made: [
      { kind: 'write', path: made },
      ...settings.map((name): Mount => {
        return { kind: 'read', path: join(made, name), from: realpathSync(join(account, name)) };
      }),
    ],
    env: { ...own.env(made, account) },
  };
}

/** Files that a program at work elsewhere makes and removes again: gone meanwhile, they would keep a sandbox from starting. */
function isPassing(name: string): boolean {
  return name.endsWith('.lock') || name.includes('.tmp.');
}
