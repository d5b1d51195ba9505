import { expect, test } from 'vitest';
import { impliedBy, inOrder, offered, textWithoutOffers, whyNot } from './answer-choices.ts';

const allow = { name: 'allow', label: 'Allow this once', text: 'none' } as const;
const always = { name: 'always', label: 'Always', text: 'none' } as const;
const deny = { name: 'deny', label: 'Deny', text: 'optional' } as const;
const reply = { name: 'reply', label: 'Answer', text: 'required' } as const;

test('the first answer leads where it is wide and is lowest where it is narrow; what refuses stands apart', () => {
  expect(inOrder([allow, deny, always], false)).toEqual([allow, always, deny]);
  expect(inOrder([allow, deny, always], true)).toEqual([deny, always, allow]);
  expect(inOrder([], true)).toEqual([]);
});

test('words go with the answers that take them, and nothing typed is lost', () => {
  expect(whyNot(allow, 'because')).toMatch(/takes no text/);
  expect(whyNot(allow, ' ')).toBe(undefined);
  expect(whyNot(reply, ' ')).toMatch(/Write/);
  expect(whyNot(deny, 'no')).toBe(undefined);
  expect(impliedBy([allow, deny])).toBe(deny);
  expect(impliedBy([deny, reply])).toBe(reply);
  expect(impliedBy([allow])).toBe(undefined);
});

test('what a question offers is read from whatever it is', () => {
  const options = [{ label: 'Red', description: 'warm' }, { label: 'Blue' }, 'Green', null, { label: 7 }];
  const offers = [
    { label: 'Red', description: 'warm' },
    { label: 'Blue', description: '' },
  ];
  expect(offered({ options })).toEqual(offers);
  expect(offered({ options: 'Red' })).toEqual([]);
  const text = 'Soon.\n\nOne of these, or words of your own:\n- Red: warm\n- Blue';
  expect(textWithoutOffers(text, { options, question: 'Which?\nSoon.' })).toBe('Soon.');
  expect(textWithoutOffers(text, { options, question: 'Which?' })).toBe('');
  expect(textWithoutOffers(text, {})).toBe(text);
});
