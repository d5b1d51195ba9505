import { didYouMean, type RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { ProjectFailure } from '../model/project.ts';

export const projectRefusals = {
  'project.source-empty': () => ({
    message: 'No repository given.',
    hint: 'Give the path of a repository, or a URL that git can clone.',
    next: [step('Add a project', 'project add', '<path>')],
    kind: 'usage',
  }),
  'project.url-with-password': (failure) => ({
    message: `The URL of ${failure.url} contains a password or token, which cw would have to store.`,
    hint: 'Leave it out and let git sign in with a credential helper or an SSH key.',
    kind: 'usage',
  }),
  'project.not-found': (failure) => ({
    message: `Project “${failure.project}” not found.`,
    hint: didYouMean(failure.meant),
    next: [step('See all projects', 'project list')],
    kind: 'not-found',
  }),
  'project.ambiguous': (failure) => ({
    message: `“${failure.project}” matches several projects: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id, or the name.',
    kind: 'usage',
  }),
  'project.name-invalid': (failure) => ({
    message: `“${failure.name}” is not a valid project name.`,
    hint: 'Use letters, digits, dots and dashes, at most 60, starting with a letter or digit.',
    kind: 'usage',
  }),
  'project.name-taken': (failure) => ({
    message: `A project named ${failure.name} already exists.`,
    hint: 'Choose another name.',
    next: [step('See the existing project', 'project show', failure.name)],
    kind: 'conflict',
  }),
  'project.source-taken': (failure) => ({
    message: `The repository ${failure.source} is already managed as project ${failure.name}.`,
    next: [step('See that project', 'project show', failure.name)],
    kind: 'conflict',
  }),
  'project.value-invalid': (failure) => ({
    message: `Invalid value for ${failure.field}: ${failure.why}.`,
    hint: 'Correct it and try again; nothing was changed.',
    kind: 'usage',
  }),
  'project.nothing-to-change': (failure) => ({
    message: `Nothing to change on ${failure.name}: it already has these values, or none were given.`,
    next: [step('See its values', 'project show', failure.name)],
    kind: 'usage',
  }),
  'project.at-work': ({ name, runs, merges }) => ({
    message: `${name} is still in use by ${some([...runs.map((id) => `the run ${id}`), ...merges.map((id) => `the merge ${id}`)])}.`,
    hint: 'Wait until they are done.',
    next: [
      step('Pause it first', 'pause', '--project', name),
      ...runs.slice(0, 1).map((id) => step('Stop a run there and keep its work', 'run stop', id)),
      ...merges.slice(0, 1).map((id) => step('Withdraw a merge that waits and keep its branch', 'merge cancel', id)),
    ],
    kind: 'conflict',
  }),
} satisfies RefusalMap<ProjectFailure>;

/** The first few of them in a row. */
function some(words: readonly string[]): string {
  const most = 5;
  return words.length <= most
    ? words.join(', ')
    : `${words.slice(0, most).join(', ')}, and ${words.length - most} more`;
}
