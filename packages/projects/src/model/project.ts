import { err, ok, type Result } from '@cw/kernel';
import type { SourceFailure } from './project-source.ts';
import type { ProjectView } from './project-view.ts';

export type ProjectFailure =
  | SourceFailure
  | { readonly kind: 'project.not-found'; readonly project: string; readonly meant?: string | undefined }
  | { readonly kind: 'project.ambiguous'; readonly project: string; readonly matches: readonly string[] }
  | { readonly kind: 'project.name-invalid'; readonly name: string }
  | { readonly kind: 'project.name-taken'; readonly name: string }
  | { readonly kind: 'project.source-taken'; readonly source: string; readonly name: string }
  | { readonly kind: 'project.value-invalid'; readonly field: string; readonly why: string }
  | { readonly kind: 'project.nothing-to-change'; readonly name: string }
  | {
      readonly kind: 'project.at-work';
      readonly name: string;
      /** Ids of what is under way there. */
      readonly runs: readonly string[];
      readonly merges: readonly string[];
    };

export const mergeStyles = ['merge', 'squash', 'rebase'] as const;
export const dispatchWays = ['assigned', 'auto'] as const;

/** What people set on a project; absent means: leave as it is, or the default for a new one. */
export type ProjectSettings = {
  readonly name?: string | undefined;
  readonly defaultBranch?: string | undefined;
  /** @defaultValue null */
  readonly goal?: string | null | undefined;
  /** @defaultValue none */
  readonly constraints?: readonly string[] | undefined;
  /** Absolute path. @defaultValue null */
  readonly contextFile?: string | null | undefined;
  /** Command lines, in order. @defaultValue none */
  readonly checks?: readonly string[] | undefined;
  /** Seconds one check may take. @defaultValue 600 */
  readonly checkTimeout?: number | undefined;
  /** Command line. @defaultValue null */
  readonly setupCommand?: string | null | undefined;
  /** @defaultValue 'assigned' */
  readonly dispatch?: string | undefined;
  /** @defaultValue 'merge' */
  readonly mergeStyle?: string | undefined;
};

/** The values of a project that its settings decide. */
export type ProjectValues = Pick<
  ProjectView,
  'goal' | 'constraints' | 'contextFile' | 'checks' | 'checkTimeout' | 'setupCommand' | 'dispatch' | 'mergeStyle'
>;

export const newProjectValues: ProjectValues = {
  goal: null,
  constraints: [],
  contextFile: null,
  checks: [],
  checkTimeout: 600,
  setupCommand: null,
  dispatch: 'assigned',
  mergeStyle: 'merge',
};

const longestText = 20_000;
const longestLine = 4_000;
const longestTimeout = 24 * 60 * 60;

/** Settings laid over the values there are; an empty text clears a value. */
export function applySettings(before: ProjectValues, settings: ProjectSettings): Result<ProjectValues, ProjectFailure> {
  const dispatch = dispatchWays.find((way) => way === (settings.dispatch ?? before.dispatch));
  if (dispatch === undefined) return invalid('dispatch', `it must be ${dispatchWays.join(' or ')}`);
  const mergeStyle = mergeStyles.find((style) => style === (settings.mergeStyle ?? before.mergeStyle));
  if (mergeStyle === undefined) return invalid('merge', `it must be one of ${mergeStyles.join(', ')}`);
  const values: ProjectValues = {
    goal: cleared(settings.goal, before.goal),
    constraints: settings.constraints?.map((line) => line.trim()).filter((line) => line !== '') ?? before.constraints,
    contextFile: cleared(settings.contextFile, before.contextFile),
    checks: settings.checks?.map((line) => line.trim()).filter((line) => line !== '') ?? before.checks,
    checkTimeout: settings.checkTimeout ?? before.checkTimeout,
    setupCommand: cleared(settings.setupCommand, before.setupCommand),
    dispatch,
    mergeStyle,
  };
  const problem = problemOf(values);
  return problem ?? ok(values);
}

function cleared(setting: string | null | undefined, before: string | null): string | null {
  if (setting === undefined) return before;
  return setting === null || setting.trim() === '' ? null : setting;
}

function problemOf(values: ProjectValues): Result<never, ProjectFailure> | undefined {
  if ((values.goal?.length ?? 0) > longestText) return invalid('goal', `it has more than ${longestText} characters`);
  for (const [field, line] of [
    ...values.constraints.map((constraint) => ['constraint', constraint] as const),
    ...values.checks.map((check) => ['check', check] as const),
    ['setup', values.setupCommand ?? ''] as const,
  ]) {
    if (line.length > longestLine) return invalid(field, `it has more than ${longestLine} characters`);
    if (line.includes('\0')) return invalid(field, 'it contains a NUL character');
  }
  const { checkTimeout } = values;
  if (!Number.isInteger(checkTimeout) || checkTimeout < 1 || checkTimeout > longestTimeout) {
    return invalid('check-timeout', `it must be a whole number of seconds from 1 to ${longestTimeout}`);
  }
  return undefined;
}

/** Names are typed in commands and shown in lists; one that looks like an id could mean two things. */
export function checkProjectName(name: string): Result<string, ProjectFailure> {
  const fits = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name) && !name.startsWith('pr_');
  return fits ? ok(name) : err({ kind: 'project.name-invalid', name });
}

/** A name for a project whose owner gave none: the last part of its path or URL. */
export function nameFromSource(location: string): string {
  const last =
    location
      .replace(/(\/\.git|\.git)?\/*$/, '')
      .split(/[/:]/)
      .at(-1) ?? '';
  const name = last
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 60);
  return name === '' || name.startsWith('pr_') ? 'project' : name;
}

function invalid(field: string, why: string): Result<never, ProjectFailure> {
  return err({ kind: 'project.value-invalid', field, why });
}
