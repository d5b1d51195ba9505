import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IsoTime } from '@cw/kernel';
import { isServer, isStopped } from '../health/server-process.ts';

/** What `server.json` tells other `cw` processes of the one that serves this home. */
export type ServerInfo = {
  readonly pid: number;
  readonly url: string;
  readonly token: string;
  readonly version: string;
  readonly startedAt: IsoTime;
};

/** The file's content, or undefined when there is none or it is not whole. It may be stale: see `findServer`. */
export function readServerFile(home: string): ServerInfo | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(serverFilePath(home), 'utf8'));
    return isServerInfo(found) ? found : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

/** When the server at an address says that it was started; undefined when none answers in a moment. */
export async function startAt(url: string): Promise<string | undefined> {
  const asked = await ask(url);
  return asked === 'silent' ? undefined : asked;
}

/**
 * The server of this home, also one that is stopped or too busy to answer in a moment: its process is there. Another
 * process that was given the number since is none, nor is another server at its address.
 */
export async function findServer(home: string): Promise<ServerInfo | undefined> {
  const info = readServerFile(home);
  if (info === undefined || !isAlive(info.pid)) return undefined;
  if (isStopped(info.pid) && isServer(info.pid)) return info;
  const asked = await ask(info.url);
  const isThere = asked === 'silent' ? isServer(info.pid) : asked === info.startedAt;
  return isThere ? info : undefined;
}

/** When the server there was started; `silent` when it takes the question and gives no answer in a moment. */
async function ask(url: string): Promise<string | 'silent' | undefined> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) });
    const health: unknown = await answer.json();
    const isHealth = typeof health === 'object' && health !== null && 'startedAt' in health;
    return isHealth ? String(health.startedAt) : undefined;
  } catch (error) {
    if (error instanceof DOMException) return 'silent';
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes the file in one piece, readable by its owner only. */
export function writeServerFile(home: string, info: ServerInfo): void {
  const draft = `${serverFilePath(home)}.${info.pid}`;
  writeFileSync(draft, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, serverFilePath(home));
}

/** Takes the file away when it is this server's; another's stays. */
export function removeServerFile(home: string, mine: ServerInfo): void {
  const found = readServerFile(home);
  if (found !== undefined && isServerFileOf(found, mine)) rmSync(serverFilePath(home), { force: true });
}

/** Whether what was found in the file tells of this server and no other. */
export function isServerFileOf(found: ServerInfo, server: ServerInfo): boolean {
  return found.pid === server.pid && found.startedAt === server.startedAt && found.url === server.url;
}

/** Where the file of a home is. */
export function serverFilePath(home: string): string {
  return join(home, 'server.json');
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isServerInfo(value: unknown): value is ServerInfo {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = ['url', 'token', 'version', 'startedAt'].every((name) => typeof fields.get(name) === 'string');
  return texts && Number.isSafeInteger(fields.get('pid'));
}
