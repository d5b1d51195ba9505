import { expect, test, vi } from 'vitest';
import { Fault, isFault } from './fault.ts';

test('a fault is known by another copy of the package, and nothing else is', async () => {
  vi.resetModules();
  const copy = await import('./fault.ts');
  const fault = new copy.Fault({ code: 'port.taken', message: 'Port 4700 is taken.' });
  expect(fault).not.toBeInstanceOf(Fault);
  expect(isFault(fault)).toBe(true);
  expect([new Error('x'), { code: 'port.taken' }, null, 'fault'].filter(isFault)).toEqual([]);
});

test('a fault is a refusal unless it says otherwise, and keeps its cause', () => {
  const cause = new Error('EACCES');
  const fault = new Fault({ code: 'storage.full', message: 'The disk is full.', cause });
  expect(fault.kind).toBe('refused');
  expect(fault.cause).toBe(cause);
  expect('cause' in new Fault({ code: 'a.b', message: 'c' })).toBe(false);
});
