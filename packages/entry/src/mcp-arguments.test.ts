import { expect, test } from 'vitest';
import { z } from 'zod';
import { wordsOfIssue } from './mcp-arguments.ts';

const input = z.object({
  text: z.string().min(2).max(2_000),
  limit: z.number().int().min(1).max(50),
  outcome: z.enum(['done', 'failed']),
  labels: z.array(z.string().max(3)).min(1).max(2),
  remove: z.boolean().optional(),
});
const right = { text: 'x y', limit: 1, outcome: 'done', labels: ['a'] };

test.each([
  [{ text: undefined }, 'text is missing'],
  [{ text: 7 }, 'text must be a string'],
  [{ text: null }, 'text must be a string'],
  [{ text: 'x' }, 'text is shorter than 2 characters'],
  [{ text: 'x'.repeat(2_001) }, 'text is longer than 2,000 characters'],
  [{ limit: 'x' }, 'limit must be a number'],
  [{ limit: 1.5 }, 'limit must be a whole number'],
  [{ limit: 0 }, 'limit must be at least 1'],
  [{ limit: 51 }, 'limit must be at most 50'],
  [{ outcome: 'maybe' }, 'outcome must be one of done, failed'],
  [{ labels: 'a' }, 'labels must be a list'],
  [{ labels: [] }, 'labels has fewer than 1 entries'],
  [{ labels: ['a', 'b', 'c'] }, 'labels has more than 2 entries'],
  [{ labels: ['a', 'long'] }, 'entry 2 of labels is longer than 3 characters'],
  [{ remove: 'yes' }, 'remove must be true or false'],
])('what is wrong is said in words: %j', (change, words) => {
  const given = { ...right, ...change };
  const { error } = input.safeParse(given);
  expect(error?.issues.map((issue) => wordsOfIssue(issue, given))).toEqual([words]);
});
