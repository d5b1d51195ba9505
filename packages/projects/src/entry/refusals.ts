import type { RefusalMap } from '@cw/entry';
import type { ProjectFailure } from '../model/project.ts';

export const projectRefusals = {
  'project.source-empty': () => ({
    message: 'A project needs a repository.',
    hint: 'Give the path of one, or a URL that git can clone: cw project add ~/code/app',
    kind: 'usage',
  }),
  'project.url-with-password': (failure) => ({
    message: `The URL of ${failure.url} has a password in it, which cw would have to keep.`,
    hint: 'Leave it out and let git sign in with its credential helper or an SSH key.',
    kind: 'usage',
  }),
  'project.not-found': (failure) => ({
    message: `There is no project “${failure.project}”.`,
    hint: 'cw project list shows all of them.',
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
    hint: `cw project show ${failure.name} shows it; choose another name with --name.`,
    kind: 'conflict',
  }),
  'project.source-taken': (failure) => ({
    message: `The repository ${failure.source} is in care already, as the project ${failure.name}.`,
    hint: `cw project show ${failure.name} shows it.`,
    kind: 'conflict',
  }),
  'project.value-invalid': (failure) => ({
    message: `The value for ${failure.field} is not accepted: ${failure.why}.`,
    hint: 'cw project set --help says what each option takes.',
    kind: 'usage',
  }),
  'project.nothing-to-change': (failure) => ({
    message: `Nothing was changed on ${failure.name}: it has these values already, or none was given.`,
    hint: 'cw project set --help lists what can be set.',
    kind: 'usage',
  }),
  'project.at-work': ({ name, runs, merges }) => ({
    message: `${name} is still worked in: ${some([...runs.map((id) => `the run ${id}`), ...merges.map((id) => `the merge ${id}`)])}.`,
    hint: `Wait until that is done (cw pause --project ${name} lets nothing new begin), or end it, with its work kept: ${some([...runs.map((id) => `cw run stop ${id}`), ...merges.map((id) => `cw merge cancel ${id}`)])}.`,
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
