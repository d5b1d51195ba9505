import { expect, test } from 'vitest';
import { parseServerOptions } from './server-options.ts';

const codeOf = (argv: readonly string[]) => {
  try {
    parseServerOptions(['--server', ...argv]);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

test('without options it listens on loopback, wherever there is room', () => {
  const { port, host, open, dev } = parseServerOptions(['--server']);
  expect({ port, host, open, dev }).toEqual({ port: undefined, host: undefined, open: false, dev: false });
});

test('a port is a number that a port can be', () => {
  expect(parseServerOptions(['--server', '--port', '0']).port).toBe(0);
  expect(parseServerOptions(['--port=65535', '--server']).port).toBe(65_535);
  for (const port of ['-1', '65536', 'http', '', '1e3', '4700 '])
    expect([port, codeOf([`--port=${port}`])]).toEqual([port, 'usage.invalid']);
});

test('other machines are let in only when that is said to be meant', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'dev.example', '127.0.0.1.evil.example']) {
    expect([host, codeOf(['--host', host])]).toEqual([host, 'server.remote-not-allowed']);
    expect([host, codeOf(['--host', host, '--allow-remote'])]).toEqual([host, 'accepted']);
  }
  for (const host of ['127.0.0.1', '127.8.8.8', 'localhost', '::1']) expect(codeOf(['--host', host])).toBe('accepted');
});

test('what it does not know is wrong usage', () => {
  expect(codeOf(['--prot', '1'])).toBe('usage.invalid');
  expect(codeOf(['task'])).toBe('usage.invalid');
  expect(codeOf(['--port'])).toBe('usage.invalid');
});
