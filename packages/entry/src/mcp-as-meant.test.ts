import { expect, test } from 'vitest';
import { z } from 'zod';
import { asMeant } from './mcp-as-meant.ts';

const input = z.object({
  title: z.string(),
  estimate: z.string().optional(),
  limit: z.number().int().max(50).optional(),
  gate: z.boolean().optional(),
  status: z.enum(['open', 'closed']).optional(),
  labels: z.array(z.string()).optional(),
  tasks: z
    .array(z.object({ title: z.string(), parent: z.string().optional(), size: z.number().optional() }))
    .optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  cleared: z.string().nullable().optional(),
});

test.each<[object, object]>([
  [{ estimate: null, limit: null, gate: null, status: null, labels: null, tasks: null, metadata: null }, {}],
  [{ cleared: null }, { cleared: null }],
  [
    { limit: '20', gate: 'true' },
    { limit: 20, gate: true },
  ],
  [{ labels: '["a","b, c"]' }, { labels: ['a', 'b, c'] }],
  [{ labels: 'a, b' }, { labels: ['a', 'b'] }],
  [{ labels: '' }, { labels: [] }],
  [{ tasks: [{ title: 'x', parent: null, size: '3' }] }, { tasks: [{ title: 'x', size: 3 }] }],
  [{ tasks: '[{"title":"x","parent":null}]' }, { tasks: [{ title: 'x' }] }],
  [{ metadata: '{"a":null}' }, { metadata: { a: null } }],
  [{ metadata: { a: null, b: '1' } }, { metadata: { a: null, b: '1' } }],
])('%j is taken as it is meant', (given, meant) => {
  expect(asMeant(input, { title: 'T', ...given })).toEqual({ title: 'T', ...meant });
});

test.each<[object]>([
  [{ limit: 'many' }],
  [{ limit: '' }],
  [{ limit: '51' }],
  [{ gate: 'perhaps' }],
  [{ gate: 1 }],
  [{ estimate: 90 }],
  [{ status: 'done' }],
  [{ title: null }],
  [{ title: ['T'] }],
  [{ labels: [null] }],
])('%j stays wrong', (given) => {
  expect(input.safeParse(asMeant(input, { title: 'T', ...given })).success).toBe(false);
});

test('what was given is not changed', () => {
  const given = { title: 'T', tasks: [{ title: 'x', parent: null }] };
  asMeant(input, given);
  expect(given).toEqual({ title: 'T', tasks: [{ title: 'x', parent: null }] });
});
