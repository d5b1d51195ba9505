import { describe, expect, test } from 'vitest';
import { detailChanges } from './task-details.ts';

const now = { at: Date.UTC(2026, 0, 1), metadata: { a: 1, b: { c: 2 } } };

describe('details', () => {
  test('that are not named are not changed; null empties one', () => {
    expect(detailChanges({}, now)).toEqual({ ok: true, value: {} });
    expect(detailChanges({ due: null, size: 'xl', role: 'Tester', requiresPlan: true }, now)).toEqual({
      ok: true,
      value: { dueAt: null, size: 'XL', role: 'tester', requiresPlan: true },
    });
  });

  test('set metadata key by key or as a whole', () => {
    expect(detailChanges({ setMetadata: { a: null, d: [3] } }, now)).toMatchObject({
      value: { metadata: { b: { c: 2 }, d: [3] } },
    });
    expect(detailChanges({ metadata: { x: null } }, now)).toMatchObject({ value: { metadata: { x: null } } });
    expect(detailChanges({ metadata: null }, now)).toMatchObject({ value: { metadata: {} } });
  });

  test('are refused by name', () => {
    expect(detailChanges({ metadata: [1] }, now)).toMatchObject({ error: { kind: 'task.bad-metadata' } });
    expect(detailChanges({ metadata: { big: 'x'.repeat(100_001) } }, now)).toMatchObject({
      error: { kind: 'task.text-too-long', field: 'metadata' },
    });
    expect(detailChanges({ metadata: { ok: 1, big: [2 ** 60] } }, now)).toMatchObject({
      error: { kind: 'task.long-number', digits: '1152921504606847000' },
    });
    expect(detailChanges({ size: 'huge' }, now)).toMatchObject({ error: { kind: 'task.bad-size' } });
    expect(detailChanges({ externalRef: 'two\nlines' }, now)).toMatchObject({
      error: { kind: 'task.text-multiline', field: 'reference' },
    });
    expect(detailChanges({ role: 'Ünknown' }, now)).toMatchObject({ error: { kind: 'task.bad-word', field: 'role' } });
  });
});
