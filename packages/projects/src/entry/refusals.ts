import type { RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { ProjectFailure } from '../model/project.ts';

export const projectRefusals = {
  'project.source-empty': () => ({
    message: 'A project needs a repository.',
    hint: 'Give the path of one, or a URL that git can clone.',
    next: [step('Add a project', 'project add', '<path>')],
    kind: 'usage',
  }),
  'project.url-with-password': (failure) => ({
    message: `The URL of ${failure.url} has a password in it, which cw would have to keep.`,
    hint: 'Leave it out and let git sign in with its credential helper or an SSH key.',
    kind: 'usage',
  }),
  'project.not-found': (failure) => ({
    message: `There is no project “${failure.project}”.`,
    next: [step('See all projects', 'project list')],
    kind: 'not-found',
  }),
  'project.ambiguous': (failure) => ({
    message: `“${failure.project}” is the start of several projects: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id, or the name.',
    kind: 'usage',
  }),
  'project.name-invalid': (failure) => ({
    message: `“${failure.name}” cannot be the name of a project.`,
    hint: 'Use letters, digits, dots and dashes, at most 60, beginning with a letter or digit.',
    kind: 'usage',
  }),
  'project.name-taken': (failure) => ({
    message: `There is a project named ${failure.name} already.`,
    hint: 'Choose another name.',
    next: [step('See the project that has it', 'project show', failure.name)],
    kind: 'conflict',
  }),
  'project.source-taken': (failure) => ({
    message: `The repository ${failure.source} is already managed, as the project ${failure.name}.`,
    next: [step('See that project', 'project show', failure.name)],
    kind: 'conflict',
  }),
  'project.value-invalid': (failure) => ({
    message: `The value for ${failure.field} is not accepted: ${failure.why}.`,
    hint: 'Correct it and try again; nothing was changed.',
    kind: 'usage',
  }),
  'project.nothing-to-change': (failure) => ({
    message: `Nothing was changed on ${failure.name}: it has these values already, or none was given.`,
    next: [step('See its values', 'project show', failure.name)],
    kind: 'usage',
  }),
  'project.at-work': ({ name, runs, merges }) => ({
    message: `${name} is still worked in: ${some([...runs.map((id) => `the run ${id}`), ...merges.map((id) => `the merge ${id}`)])}.`,
    hint: 'Wait until that is done.',
    next: [
      step('Pause it first', 'pause', '--project', name),
      ...runs.slice(0, 1).map((id) => step('Stop a run there, with its work kept', 'run stop', id)),
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
