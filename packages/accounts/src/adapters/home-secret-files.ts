import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@cw/kernel';
import writeFileAtomic from 'write-file-atomic';

export type SecretFiles = ReturnType<typeof homeSecretFiles>;

type Env = Readonly<Record<string, string>>;

/** Each account's secret values, in a file `accounts/<id>.json` of mode 0600 in the workspace's home. */
export function homeSecretFiles(home: string) {
  const folder = join(home, 'accounts');
  const file = (id: string) => join(folder, `${id}.json`);
  return {
    write: async (id: string, env: Env) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(file(id), `${JSON.stringify({ env }, null, 2)}\n`, { mode: 0o600 });
    },
    /** The values; empty where there is no file. */
    read: async (id: string): Promise<Env> => {
      const text = await readFile(file(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? {} : parseEnvFile(file(id), text);
    },
    remove: (id: string) => rm(file(id), { force: true }),
  };
}

/** The values of an account that must not be shown. @param accountId one that may be gone, and its values with it */
export async function accountSecrets(home: string, accountId: string): Promise<readonly string[]> {
  return Object.values(await homeSecretFiles(home).read(accountId));
}

function parseEnvFile(path: string, text: string): Record<string, string> {
  const bad = (cause?: unknown) =>
    new Fault({
      code: 'account.file-broken',
      message: `${path} was not written by cw.`,
      hint: 'Remove the account and add it again.',
      cause,
    });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw bad(error);
  }
  if (typeof content !== 'object' || content === null || !('env' in content)) throw bad();
  const { env } = content;
  if (typeof env !== 'object' || env === null) throw bad();
  const entries = Object.entries(env);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) throw bad();
  return Object.fromEntries(entries);
}
