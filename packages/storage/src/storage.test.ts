import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { err, ok } from '@cw/kernel';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Tx } from './ports/tx.ts';
import { openStorage } from './storage.ts';
import { anyEvent, openTestStorage, repositoryMigrations, testAct } from './testing.ts';

const insertMeta = 'INSERT INTO meta (key, value) VALUES (?, ?)';
const countMeta = "SELECT count(*) AS n FROM meta WHERE key LIKE 'k%'";

describe('transact', () => {
  test('keeps what a callback wrote and shows it to the reading connection', async () => {
    using storage = openTestStorage();
    await storage.transact((tx) => tx.run(insertMeta, ['k1', 'v']));
    expect(await storage.read.get(countMeta)).toEqual({ n: 1 });
  });

  test('rolls back when the callback throws', async () => {
    using storage = openTestStorage();
    const failing = storage.transact(async (tx) => {
      await tx.run(insertMeta, ['k1', 'v']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await storage.read.get(countMeta)).toEqual({ n: 0 });
  });

  test('rolls back and answers the refusal when the rules say no', async () => {
    using storage = openTestStorage();
    const answer = await storage.transact(async (tx) => {
      await tx.run(insertMeta, ['k1', 'v']);
      return err({ kind: 'test.refused' });
    });
    expect(answer).toEqual(err({ kind: 'test.refused' }));
    expect(await storage.read.get(countMeta)).toEqual({ n: 0 });
  });

  test('rolls back a transaction that waits for a timer, and lets the next one go on', async () => {
    using storage = openTestStorage();
    const waiting = storage.transact(async (tx) => {
      await tx.run(insertMeta, ['k1', 'v']);
      await pause(5);
    });
    await expect(waiting).rejects.toThrow('waited for something outside itself');
    await storage.transact((tx) => tx.run(insertMeta, ['k2', 'v']));
    expect(await storage.read.get(countMeta)).toEqual({ n: 1 });
  });

  test('rolls back a transaction that never settles', async () => {
    using storage = openTestStorage();
    await expect(storage.transact(() => new Promise<never>(() => {}))).rejects.toThrow('waited');
    expect(await storage.transact(async () => ok(1))).toEqual(ok(1));
  });

  test('has what follows from its events done within it, once, and rolled back with it', async () => {
    const seen: (readonly string[])[] = [];
    const react = async (tx: Tx, entities: readonly string[]) => {
      seen.push(entities);
      await anyEvent.append(tx, { type: 'test.followed', entity: entities.join(), payload: {} }, testAct);
      if (entities.includes('bad')) throw new Error('no');
    };
    using storage = openTestStorage({ reactions: async () => [{ to: ['test.done', 'test.followed'], react }] });
    const done = (entity: string, type = 'test.done') => ({ type, entity, payload: {} });
    await storage.transact(async (tx) => {
      await anyEvent.append(tx, done('a'), testAct);
      await anyEvent.appendAll(tx, [done('b'), done('a'), done('c', 'test.other')], testAct);
    });
    await storage.transact((tx) => anyEvent.append(tx, done('d', 'test.other'), testAct));
    const refused = storage.transact(async (tx) => {
      await anyEvent.append(tx, done('e'), testAct);
      return err({ kind: 'test.refused' });
    });
    expect((await refused).ok).toBe(false);
    await expect(storage.transact((tx) => anyEvent.append(tx, done('bad'), testAct))).rejects.toThrow('no');
    expect(seen).toEqual([['a', 'b'], ['bad']]);
    expect((await storage.bus.read(0, 10)).map(({ entity }) => entity)).toEqual(['a', 'b', 'a', 'c', 'a,b', 'd']);
  });

  test('refuses a transaction inside another', async () => {
    using storage = openTestStorage();
    const nested = storage.transact(() => storage.transact(async () => 1));
    await expect(nested).rejects.toThrow('inside another');
  });

  test('refuses a statement of a transaction that has ended', async () => {
    using storage = openTestStorage();
    const escaped = await storage.transact(async (tx) => ({ tx }));
    await expect(escaped.tx.run(insertMeta, ['k1', 'v'])).rejects.toThrow('after it ended');
  });

  test('interleaved transfers never show a broken sum to a reader', async () => {
    using storage = openTestStorage();
    await storage.transact(async (tx) => {
      await tx.run(insertMeta, ['a', '1000']);
      await tx.run(insertMeta, ['b', '0']);
    });
    const sum = "SELECT sum(value) AS n FROM meta WHERE key IN ('a', 'b')";
    const transfer = (index: number) =>
      storage.transact(async (tx) => {
        await tx.run("UPDATE meta SET value = value - 1 WHERE key = 'a'");
        await tx.get(sum);
        await tx.run("UPDATE meta SET value = value + 1 WHERE key = 'b'");
        if (index % 10 === 0) throw new Error('rolled back');
      });
    const seen: unknown[] = [];
    const work = Array.from({ length: 100 }, (_, index) => transfer(index).catch(() => undefined));
    for (const step of work) {
      seen.push(await storage.read.get(sum));
      await step;
    }
    expect(seen.every((row) => JSON.stringify(row) === '{"n":1000}')).toBe(true);
    expect(await storage.read.get("SELECT value FROM meta WHERE key = 'b'")).toEqual({ value: '90' });
  });
});

describe('the event log', () => {
  test('an event is written with its change or not at all', async () => {
    using storage = openTestStorage();
    await storage.transact((tx) =>
      anyEvent.append(tx, { type: 'task.created', entity: 'tk_1', payload: { a: 1 } }, testAct),
    );
    await storage
      .transact(async (tx) => {
        await anyEvent.append(tx, { type: 'task.closed', entity: 'tk_1', payload: {} }, testAct);
        throw new Error('no');
      })
      .catch(() => undefined);
    const events = await storage.bus.read(0, 10);
    expect(events.map((event) => [event.seq, event.type, event.payload, event.actor.name])).toEqual([
      [1, 'task.created', { a: 1 }, 'tess'],
    ]);
  });
});

describe('opening', () => {
  test('refuses a database of a newer program and leaves it as it was', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cw-newer-'));
    const path = join(folder, 'cw.db');
    const database = new Database(path);
    database.pragma('user_version = 9000');
    database.close();
    expect(() => openStorage({ path, migrations: repositoryMigrations })).toThrow(/newer version of cw/);
    const after = new Database(path);
    expect(after.pragma('user_version', { simple: true })).toBe(9000);
    after.close();
    rmSync(folder, { recursive: true });
  });

  test('an open program stops writing once a newer one has migrated', async () => {
    using storage = openTestStorage();
    await storage.transact((tx) => tx.run(insertMeta, ['k1', 'v']));
    const other = new Database(storage.path);
    other.pragma('user_version = 9000');
    other.close();
    await expect(storage.transact((tx) => tx.run(insertMeta, ['k2', 'v']))).rejects.toMatchObject({
      code: 'storage.newer',
    });
  });

  test('an open program writes nothing into an older database that was put in place of its own', async () => {
    using storage = openTestStorage();
    await storage.transact((tx) => tx.run(insertMeta, ['k1', 'v']));
    const other = new Database(storage.path);
    other.pragma('user_version = 1');
    other.close();
    await expect(storage.transact((tx) => tx.run(insertMeta, ['k2', 'v']))).rejects.toMatchObject({
      code: 'storage.older',
    });
  });

  test('says so when the file is no database', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cw-bad-'));
    const path = join(folder, 'cw.db');
    writeFileSync(path, 'hello, this is text and long enough to be a header of a file that is no database');
    expect(() => openStorage({ path, migrations: repositoryMigrations })).toThrow(/it is not a database/);
    rmSync(folder, { recursive: true });
  });

  test('makes the folder and the database on first use', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cw-new-'));
    const path = join(folder, 'deep', 'er', 'cw.db');
    openStorage({ path, migrations: repositoryMigrations }).close();
    expect(existsSync(path)).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
