import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedClock } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { knownHosts } from './known-hosts.ts';
import { createOneTimeLinks } from './one-time-links.ts';
import { workspaceSecret } from './secret.ts';
import { readServerFile, removeServerFile, writeServerFile } from './server-file.ts';
import { createSessions, sessionSeconds } from './sessions.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cw-home-'));
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

const secret = Buffer.alloc(32, 1);
const start = Date.UTC(2026, 0, 1);

test('a link holds once and for ten minutes', () => {
  const clock = fixedClock(start);
  const links = createOneTimeLinks(clock);
  const { code } = links.mint();
  expect([links.redeem(code), links.redeem(code)]).toEqual([true, false]);
  const late = links.mint();
  clock.advance(10 * 60_000);
  expect(links.redeem(late.code)).toBe(false);
});

test('links that nobody opens do not pile up', () => {
  const links = createOneTimeLinks(fixedClock(start));
  const first = links.mint();
  const codes = Array.from({ length: 100 }, () => links.mint().code);
  expect(links.redeem(first.code)).toBe(false);
  expect(codes.every((code) => links.redeem(code))).toBe(true);
});

test('a sign-in ends after ninety days, and with another secret', () => {
  const clock = fixedClock(start);
  const sessions = createSessions(secret, clock);
  const { value, session } = sessions.newCookie();
  expect(sessions.openCookie(value)).toEqual(session);
  expect(createSessions(Buffer.alloc(32, 2), clock).openCookie(value)).toBeUndefined();
  clock.advance(sessionSeconds * 1000);
  expect(sessions.openCookie(value)).toBeUndefined();
});

test('a cookie cannot be made older, newer or another’s', () => {
  const sessions = createSessions(secret, fixedClock(start));
  const [, mac] = sessions.newCookie().value.split('.');
  for (const value of ['', '.', `.${mac}`, `zzzzzzzz-abc.${mac}`, `${mac}`, 'a.b.c', 'é.é']) {
    expect([value, sessions.openCookie(value)]).toEqual([value, undefined]);
  }
});

test('the secret is made once, for its owner only, and one that is no secret is refused', () => {
  const made = workspaceSecret(home);
  expect(made.length).toBe(32);
  expect(workspaceSecret(home)).toEqual(made);
  expect(statSync(join(home, 'secret')).mode & 0o777).toBe(0o600);
  writeFileSync(join(home, 'secret'), 'short');
  expect(() => workspaceSecret(home)).toThrow(expect.objectContaining({ code: 'server.secret-unreadable' }));
});

test('server.json is for its owner only, and only its own server takes it away', () => {
  const mine = {
    pid: 4711,
    url: 'http://127.0.0.1:1',
    token: 't',
    version: '1',
    startedAt: '2026-01-01T00:00:00.000Z',
  };
  writeServerFile(home, mine);
  expect(statSync(join(home, 'server.json')).mode & 0o777).toBe(0o600);
  removeServerFile(home, { ...mine, startedAt: '2026-01-02T00:00:00.000Z' });
  expect(readServerFile(home)).toEqual(mine);
  removeServerFile(home, mine);
  expect(readServerFile(home)).toBeUndefined();
});

test('a server.json that is not whole is none', () => {
  for (const text of [
    '',
    '{',
    '{"pid":1}',
    '[]',
    'null',
    '{"pid":"1","url":"u","token":"t","version":"v","startedAt":"s"}',
  ]) {
    writeFileSync(join(home, 'server.json'), text);
    expect([text, readServerFile(home)]).toEqual([text, undefined]);
  }
  rmSync(join(home, 'server.json'));
  mkdirSync(join(home, 'server.json'));
  expect(() => readServerFile(home)).toThrow();
});

test('the names of this server are loopback, the host asked for, and own addresses when it is every address', () => {
  expect([...knownHosts(4700, '127.0.0.1')]).toEqual(['127.0.0.1:4700', 'localhost:4700', '[::1]:4700']);
  expect(knownHosts(4700, 'Dev.Example').has('dev.example:4700')).toBe(true);
  expect(knownHosts(4700, '::1').has('[::1]:4700')).toBe(true);
  expect(knownHosts(80, '127.0.0.1').has('localhost')).toBe(true);
  const every = knownHosts(4700, '0.0.0.0');
  expect([every.has('127.0.0.1:4700'), every.has('0.0.0.0:4700')]).toEqual([true, false]);
});
