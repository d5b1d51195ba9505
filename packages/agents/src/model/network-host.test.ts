import { expect, test } from 'vitest';
import { isHostRule, isNamed, placeAt, placeOf } from './network-host.ts';

test.each([
  'example.com',
  'EXAMPLE.com.',
  'example.com:8443',
  '*.example.com',
  '*.example.com:8443',
  'localhost:3000',
  '10.0.0.5:5432',
  '[::1]:3000',
  '[2001:DB8::1]',
  'my_host',
  'müller.example',
  'a-b.example--1.com',
  '3com.example',
  `${'a'.repeat(63)}.example`,
  `${'abcde.'.repeat(42)}a`,
  `${'abcde.'.repeat(42)}a.:8443`,
])('%s names hosts', (text) => expect(isHostRule(text)).toBe(true));

test.each([
  '',
  '*',
  '*.com',
  '*.10.0.0.5',
  'a*.example.com',
  'https://example.com',
  'example.com/path',
  'user@example.com',
  'example.com:',
  'example.com:0',
  'example.com:70000',
  '3000',
  '127.1',
  '0x7f000001',
  '::1',
  '[::1',
  'a b',
  'a..b',
  '.example.com',
  '-',
  '*.-.example',
  '-a.example',
  'a-.example:80',
  'a.-',
  `${'a'.repeat(64)}.example`,
  'a'.repeat(3_000),
  `${'abcde.'.repeat(42)}ab`,
  `*.${'abcde.'.repeat(42)}ab`,
])('%s names none', (text) => expect(isHostRule(text)).toBe(false));

test('a name without a port means those of the web, and a star what lies below it', () => {
  const rules = ['example.com', '*.npm.example', 'db.example:5432', '[::1]:80', 'nonsense:x'];
  const means = (authority: string) => isNamed(rules, placeAt(authority) ?? { host: '', port: 0 });
  for (const place of ['example.com:443', 'Example.Com.:80', 'a.b.npm.example:443', 'db.example:5432', '[0:0::1]:80'])
    expect([place, means(place)]).toEqual([place, true]);
  for (const place of [
    'example.com:22',
    'x.example.com:443',
    'example.com.evil:443',
    'npm.example:443',
    'evilnpm.example:443',
    'db.example:443',
    '[::1]:81',
    '[::2]:80',
    'nonsense:443',
    'example.com',
  ])
    expect([place, means(place)]).toEqual([place, false]);
});

test('an address leads to a host and a port', () => {
  expect(placeOf('http://127.0.0.1:4000/v1')).toEqual({ host: '127.0.0.1', port: 4000 });
  expect(placeOf('https://Gate.Example/')).toEqual({ host: 'gate.example', port: 443 });
  expect(placeOf('http://[::1]/')).toEqual({ host: '[::1]', port: 80 });
  for (const text of ['', 'gate.example', 'ftp://gate.example', 'unix:/tmp/x']) expect(placeOf(text)).toBeUndefined();
});
