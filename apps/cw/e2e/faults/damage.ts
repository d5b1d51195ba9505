import { open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Workspace } from '../harness/workspace.ts';
import { runSqlite } from './run-sqlite.ts';

const pageSize = 4096;

/** Bytes that are neither text nor a page. */
const garbage = Buffer.from(Array.from({ length: pageSize }, (_, n) => 128 + ((n * 37) % 127)));

/** The database with all that was written to it, whoever has it open. */
async function wholeFile(cw: Workspace): Promise<{ readonly path: string; readonly bytes: Buffer }> {
  const path = join(cw.home, 'cw.db');
  runSqlite(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
  return { path, bytes: await readFile(path) };
}

async function overwrite(path: string, places: readonly number[], length: number): Promise<void> {
  expect(places.length).toBeGreaterThan(0);
  const file = await open(path, 'r+');
  for (const at of places) {
    expect(at).toBeGreaterThan(0);
    await file.write(garbage, 0, length, at);
  }
  await file.close();
}

/** Writes garbage into the middle of the page in the middle of a long text. SQLite alone sees nothing of it. */
export async function damageText(cw: Workspace, text: string): Promise<void> {
  const { path, bytes } = await wholeFile(cw);
  const pages = Array.from({ length: bytes.length / pageSize }, (_, index) => index).filter((index) =>
    bytes.subarray(index * pageSize + 1_500, index * pageSize + 2_500).includes(text),
  );
  await overwrite(path, [(pages[Math.floor(pages.length / 2)] ?? 0) * pageSize + 1_500], 1_000);
}

/** Writes garbage over the first page of a table. */
export async function damageTable(cw: Workspace, table: string): Promise<void> {
  const { path } = await wholeFile(cw);
  const [{ page } = { page: 0 }] = runSqlite(
    path,
    `SELECT rootpage AS page FROM sqlite_schema WHERE name = '${table}'`,
  ) as { page: number }[];
  await overwrite(path, [(page - 1) * pageSize], 1_000);
}

/** Writes garbage over every page that holds rows of a table or entries of an index. The first page stays as it is. */
export async function damageLeaves(cw: Workspace): Promise<void> {
  const { path, bytes } = await wholeFile(cw);
  const isLeaf = (at: number) => [0x0a, 0x0d].includes(bytes[at] ?? 0);
  const pages = Array.from({ length: bytes.length / pageSize - 1 }, (_, index) => (index + 1) * pageSize);
  await overwrite(path, pages.filter(isLeaf), pageSize);
}

/** Cuts a part of the file off. */
export async function cutOff(cw: Workspace, kept: number): Promise<void> {
  const { path, bytes } = await wholeFile(cw);
  await truncate(path, Math.floor((bytes.length / pageSize) * kept) * pageSize);
}
