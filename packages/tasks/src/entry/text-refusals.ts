import type { RefusalMap } from '@cw/entry';
import { nearest, step } from '@cw/kernel';
import { type ChoiceFailure, detailsOf } from '@cw/task-formats';
import type { TextFailure } from '../model/task-failure.ts';
import { short } from './say-reason.ts';

/** The words that there are, for each field that chooses from some. */
const choiceRefusals = Object.fromEntries(
  detailsOf('choice').map(({ field, words }) => [
    `task.bad-${field}`,
    ({ text }: ChoiceFailure) => ({
      message: `"${short(text)}" is not a valid ${field}.`,
      hint: `${field.charAt(0).toUpperCase()}${field.slice(1)}s are ${words.join(', ')}.`,
      kind: 'usage',
    }),
  ]),
) as RefusalMap<ChoiceFailure>;

/** What is said of a field that cannot be what was given for it. */
export const textRefusals = {
  ...choiceRefusals,
  'task.title-empty': () => ({
    message: 'The title is empty.',
    hint: 'Say in one line what to do.',
  }),
  'task.title-too-long': ({ length }) => ({
    message: `The title has ${length} characters; the maximum is 500.`,
    hint: 'Keep the title to one line and put the rest into the description.',
  }),
  'task.title-multiline': () => ({
    message: 'The title has several lines.',
    hint: 'Keep the title to one line and put the rest into the description.',
  }),
  'task.text-empty': ({ field }) => ({ message: `The ${field} is empty.`, hint: `Give a ${field}.` }),
  'task.text-multiline': ({ field }) => ({
    message: `The ${field} has several lines.`,
    hint: `Keep the ${field} to one line.`,
  }),
  'task.text-too-long': ({ field, bytes, limit }) => ({
    message: `The ${field} is ${bytes} long; the maximum is ${limit}.`,
    hint: 'Shorten it, or put the rest into a file in the project and give its path.',
  }),
  'task.text-binary': ({ field }) => ({
    message: `The ${field} contains binary data or control characters; it must be UTF-8 text.`,
    hint: 'Give it as text, or give the path of the file instead of its content.',
  }),
  'task.said-twice': ({ places }) => ({
    message: `${places.join(' and ')} set the same thing twice; nothing was done.`,
    hint: 'Keep one of them.',
    kind: 'usage',
  }),
  'task.bad-priority': ({ text }) => ({
    message: `"${short(text)}" is not a valid priority.`,
    hint: 'Priorities are P0 (critical), P1 (high), P2 (medium) and P3 (low); the number or the word alone also works.',
    kind: 'usage',
  }),
  'task.bad-type': ({ text }) => ({
    message: `"${short(text)}" is not a valid type.`,
    hint: 'A type is one lowercase word: bug, feature, task, epic, chore, spike, decision, or your own.',
    kind: 'usage',
  }),
  'task.bad-status': ({ text }) => ({
    message: `"${short(text)}" is not a status that an update can set.`,
    hint: `${didYouMean(text, ['open', 'blocked'])}An update can set open, or blocked with a reason.`,
    next: [step('Close the task', 'task close', '<task>'), step('Start on it', 'task claim', '<task>')],
    kind: 'usage',
  }),
  'task.bad-link': ({ text }) => ({
    message: `"${short(text)}" cannot be shown as a link.`,
    hint: 'Give one that starts with http:// or https://, or a path without a scheme.',
    kind: 'usage',
  }),
  'task.bad-word': ({ field, text }) => ({
    message: `"${short(text)}" is not a valid ${field}.`,
    hint:
      field === 'commit'
        ? 'Give the hash of the commit.'
        : field === 'requirement'
          ? 'It must be one word, like the capabilities of agents: browser, python3.12, c++.'
          : `A ${field} is one word of lowercase letters, digits, - and _.`,
    kind: 'usage',
  }),
  'task.too-many': ({ field, most }) => ({
    message: `A task has at most ${most} ${field}s.`,
    hint: field === 'file' ? 'Give their folder, or a pattern such as src/**.' : 'Leave some out.',
    kind: 'usage',
  }),
  'task.bad-date': ({ text }) => ({
    message: `"${short(text)}" is not a valid date.`,
    hint: 'Write it like 2026-03-01, 2026-03-01T09:00Z, 2d, 6h, in 3 weeks, dec 24, tomorrow 9am or next monday.',
    kind: 'usage',
  }),
  'task.bad-estimate': ({ text }) => ({
    message: `"${short(text)}" is not a valid estimate.`,
    hint: 'Write it like 90m, 2h, 2 hours, 1h30m, 3d (of eight hours) or 1w (of five days); a bare number is minutes.',
    kind: 'usage',
  }),
  'task.bad-metadata': ({ pair }) => ({
    message: pair === undefined ? 'The metadata must be a JSON object.' : `"${short(pair)}" is not a key=value pair.`,
    hint:
      pair === undefined
        ? 'Give an object, such as {"ticket": 17}.'
        : 'Write key=value, such as ticket=17; ticket= removes the key.',
    kind: 'usage',
  }),
  'task.deep-metadata': ({ limit }) => ({
    message: `The metadata is nested more than ${limit} levels deep.`,
    hint: 'Make it flatter, or put it into a file in the project and give its path.',
  }),
  'task.long-number': ({ digits }) => ({
    message: `${short(digits)} is a number that cannot be stored exactly.`,
    hint: 'Write it as a string, in quotes, to keep its digits.',
    kind: 'usage',
  }),
  'task.bad-json': ({ path, problem }) => ({
    message: `${path === '-' ? 'Standard input' : short(path)} cannot be read as JSON: ${short(problem)}.`,
    hint: 'Correct it and try again; nothing was written.',
  }),
  'task.bad-plan': ({ path, problem }) => ({
    message: `${path === '-' ? 'Standard input' : short(path)} is not a valid plan: ${short(problem, 200)}.`,
    hint: 'Correct it and try again; nothing was written.',
  }),
} satisfies RefusalMap<TextFailure>;

/** The word of `known` that was probably meant, as the beginning of a hint; empty where none is near. */
export function didYouMean(text: string, known: readonly string[]): string {
  const meant = nearest(text, known);
  return meant === undefined ? '' : `Did you mean ${meant}? `;
}
