import { didYouMean, type RefusalMap } from '@cw/entry';
import { type NextStep, step, tellTime } from '@cw/kernel';
import type { ItemFailure } from '../model/item.ts';
import type { RuleFailure } from '../model/rule.ts';

const ends = {
  open: 'is open',
  answered: 'was answered',
  dismissed: 'was dismissed',
  over: 'has ended: it no longer needs an answer',
};

function exampleOf({ item, choice, choices, wordsFor }: Extract<ItemFailure, { kind: 'inbox.no-choice' }>): NextStep {
  if (wordsFor !== null && choice !== '')
    return step('Answer in your own words', 'inbox answer', item, '--text', choice);
  if (wordsFor !== null && wordsFor === choices[0])
    return step('Answer in your own words', 'inbox answer', item, '--text', '<text>');
  return step('Give one of these answers', 'inbox answer', item, choices[0] ?? '<answer>');
}

export const inboxRefusals = {
  'inbox.not-found': (failure) => ({
    message: `Inbox item “${failure.item}” not found.`,
    hint: didYouMean(failure.meant),
    next: [step('See open items', 'inbox list'), step('See answered items', 'inbox list', '--ended')],
    kind: 'not-found',
  }),
  'inbox.ambiguous': (failure) => ({
    message: `“${failure.item}” matches several ids: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id.',
    kind: 'usage',
  }),
  'inbox.ended': (failure) => ({
    message: `${failure.item} ${ends[failure.state]}${failure.by === null ? '' : ` by ${failure.by}`}${failure.choice === null ? '' : `, with ${failure.choice}`}${failure.at === null ? '' : `, at ${tellTime(failure.at)}`}.`,
    hint: 'Nothing was changed; an answer counts once.',
    kind: 'conflict',
  }),
  'inbox.not-dismissed': ({ item, state }) => ({
    message: `${item} ${ends[state]}; only what was dismissed can be restored.`,
    hint: 'Nothing was changed.',
    kind: 'conflict',
  }),
  'inbox.went-on': ({ item }) => ({
    message: `${item} cannot be restored: the agent has continued without an answer.`,
    hint: 'Nothing was changed. Send the agent a message instead.',
    kind: 'conflict',
  }),
  'inbox.asked-anew': ({ item, anew }) => ({
    message: `${item} cannot be restored: the same was asked again by ${anew}.`,
    next: [step('See the newer item', 'inbox show', anew)],
    kind: 'conflict',
  }),
  'inbox.no-choice': (failure) => ({
    message:
      failure.choice === ''
        ? `${failure.item} must be answered with one of: ${failure.choices.join(', ')}.`
        : `${failure.item} cannot be answered with “${failure.choice}”; the answers are: ${failure.choices.join(', ')}.`,
    next: [exampleOf(failure)],
    kind: 'usage',
  }),
  'inbox.text-missing': (failure) => ({
    message: `The answer ${failure.choice} needs text.`,
    next: [step('Answer with words', 'inbox answer', failure.item, failure.choice, '--text', '<text>')],
    kind: 'usage',
  }),
  'inbox.text-unwanted': (failure) => ({
    message: `The answer ${failure.choice} takes no text: nobody would read it.`,
    next: [step('Answer without words', 'inbox answer', failure.item, failure.choice)],
    kind: 'usage',
  }),
  'inbox.text-too-long': (failure) => ({
    message: `The answer is ${failure.length} characters long; the maximum is ${failure.largest}.`,
    hint: 'Put the rest into a file in the repository, or a comment on the task, and refer to it.',
    kind: 'usage',
  }),
  'inbox.people-only': () => ({
    message: 'Only a person can answer or dismiss inbox items.',
    hint: 'Tell the person what you need.',
  }),
  'inbox.bad-limit': (failure) => ({
    message: `A list shows from 1 to ${failure.largest} at a time.`,
    hint: 'Ask for a whole number in that range.',
    kind: 'usage',
  }),
  'inbox.bad-cursor': (failure) => ({
    message: `“${failure.cursor}” is not a valid cursor.`,
    hint: 'Give the nextCursor of an earlier list, or none.',
    kind: 'usage',
  }),
} satisfies RefusalMap<ItemFailure>;

export const ruleRefusals = {
  'rule.not-found': (failure) => ({
    message: `Rule “${failure.rule}” not found.`,
    hint: didYouMean(failure.meant),
    next: [step('See all rules', 'rule list')],
    kind: 'not-found',
  }),
  'rule.ambiguous': (failure) => ({
    message: `“${failure.rule}” matches several ids: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id.',
    kind: 'usage',
  }),
  'rule.no-tool': (failure) => ({
    message: `“${failure.tool.slice(0, 60)}” is not a tool name; the rules were not changed.`,
    hint: "Use the program's name for it: Bash, Write, WebFetch.",
    next: [step('Give the pattern separately', 'rule add', 'Bash', 'npm test*')],
    kind: 'usage',
  }),
  'rule.unknown-project': ({ projectId }) => ({
    message: `Project “${projectId}” not found; the rules were not changed.`,
    next: [step('See all projects', 'project list')],
    kind: 'not-found',
  }),
  'rule.too-long': ({ most }) => ({
    message: `A pattern has at most ${most.toLocaleString('en-US')} characters; the rules were not changed.`,
    hint: 'Use * for part of it.',
    kind: 'usage',
  }),
  'rule.empty-pattern': () => ({
    message: 'The pattern is empty; the rules were not changed.',
    hint: 'Leave it out to allow every use of the tool, or give a part with *, such as npm test*.',
    kind: 'usage',
  }),
  'rule.exists': ({ rule }) => ({
    message: `The rule ${rule} already says the same; the rules were not changed.`,
    hint: 'Remove one of the two.',
    kind: 'conflict',
  }),
  'rule.people-only': () => ({
    message: 'Only a person can decide what agents may do without asking.',
    hint: 'A person has to do this in their own shell.',
    kind: 'forbidden',
  }),
  'rule.bad-limit': (failure) => ({
    message: `A list shows from 1 to ${failure.largest} at a time.`,
    hint: 'Ask for a whole number in that range.',
    kind: 'usage',
  }),
  'rule.bad-cursor': (failure) => ({
    message: `“${failure.cursor}” is not a valid cursor.`,
    hint: 'Give the nextCursor of an earlier list, or none.',
    kind: 'usage',
  }),
} satisfies RefusalMap<RuleFailure>;
