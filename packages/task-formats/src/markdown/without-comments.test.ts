import { expect, test } from 'vitest';
import { parseMarkdownPlan } from './markdown-plan.ts';
import { withoutComments } from './without-comments.ts';

test.each([
  ['a <!-- b --> c', 'a  c'],
  ['a <!-- b\n# c\n--> d\ne', 'a \n\n d\ne'],
  ['<!-- a --><!-- b -->c<!-- d\n-->', 'c\n'],
  ['`<!-- a -->` b', '`<!-- a -->` b'],
  ['```\n<!--\n```\n<!-- a -->b', '```\n<!--\n```\nb'],
  ['~~~ md\n<!--\n```\n~~~~\nb', '~~~ md\n<!--\n```\n~~~~\nb'],
  ['```\n<!-- no end', '```\n<!-- no end'],
  ['<!--\n```\n-->a', '\n\na'],
  ['a --> b', 'a --> b'],
  ['<!-->a<!-- b -->c<!--->d', 'acd'],
])('%j', (text, rest) => {
  expect(withoutComments(text)).toEqual({ ok: true, value: rest });
});

test('a heading in a comment is no task, and neither is a comment that has no end', () => {
  const plan = '<!-- by hand -->\n# Shop\n## Basket <!-- old -->\nText.\n\n<!--\n## Not wanted\n-->\n## Payment';
  expect(parseMarkdownPlan(plan)).toMatchObject({
    value: [{ title: 'Shop' }, { title: 'Basket', description: 'Text.' }, { title: 'Payment', place: 'Line 9' }],
  });
  expect(parseMarkdownPlan('# A\n<!--\n# B')).toMatchObject({
    error: { place: 'Line 2', failure: { problem: 'The comment that begins here has no end: -->.' } },
  });
});
