import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@cw/kernel';

const length = 32;

/**
 * The workspace's secret, made when it is first needed and kept in `secret` (0600). Two processes that make it at once
 * end up with the same one.
 * @throws Fault `server.secret-unreadable`; Error of the system where it cannot be made
 */
export function workspaceSecret(home: string): Buffer {
  const path = join(home, 'secret');
  return readSecret(path) ?? makeSecret(path);
}

function readSecret(path: string): Buffer | undefined {
  try {
    const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
    if (secret.length >= length) return secret;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw unreadable(path, error);
  }
  throw unreadable(path);
}

function makeSecret(path: string): Buffer {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(length).toString('base64url'), { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = readSecret(path);
  if (!secret) throw unreadable(path);
  return secret;
}

function unreadable(path: string, cause?: unknown): Fault {
  return new Fault({
    code: 'server.secret-unreadable',
    message: `The secret of this workspace, ${path}, cannot be read.`,
    hint: 'It must be a file that you can read, as cw wrote it.',
    cause,
  });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
