import { expect, test } from 'vitest';
import { partLoader } from './parts.ts';

function partFile(code: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(code.length);
  return Buffer.concat([head, Buffer.from(code, 'latin1')]);
}

function loaderOf(codes: Record<string, string>) {
  return partLoader({ folder: '/app', read: (name) => partFile(codes[name] ?? '') });
}

test('a part runs once, however often it is asked for', () => {
  const load = loaderOf({
    main: "exports.first = require('./full.cjs'); exports.second = require('./full.cjs');",
    full: "exports.started = require('node:process').hrtime.bigint();",
  });
  expect(load('main')).toMatchObject({ first: { started: expect.any(BigInt) } });
  const { first, second } = load('main') as { first: unknown; second: unknown };
  expect(first).toBe(second);
});

test('a part sees what main had given out before it was asked for', () => {
  const load = loaderOf({
    main: "exports.driver = { opened: 0 }; require('./full.cjs');",
    full: "require('./main.cjs').driver.opened += 1;",
  });
  expect(load('main')).toEqual({ driver: { opened: 1 } });
});

test('a part believes to lie in the folder of the program', () => {
  expect(loaderOf({ main: 'module.exports = [__dirname, __filename];' })('main')).toEqual(['/app', '/app/main.cjs']);
});

test('what is not inside the program is missed as Node misses it', () => {
  const load = loaderOf({ main: "try { require('bufferutil'); } catch (error) { exports.code = error.code; }" });
  expect(load('main')).toEqual({ code: 'MODULE_NOT_FOUND' });
});
