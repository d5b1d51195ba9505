import { stat } from 'node:fs/promises';
import { Fault, step } from '@cw/kernel';
import { ownBranchPrefix } from '../../model/branch-names.ts';
import { gitFailed, notTrusted } from './git-failure.ts';
import { isBranchName, listRefs } from './refs.ts';
import { type GitAnswer, git, gitFields } from './run-git.ts';

export type InspectedRepository = {
  /** The repository's main working tree, or the repository itself when it has none. */
  readonly root: string;
  /** Where objects and refs lie: shared by all working trees. */
  readonly gitDir: string;
  readonly defaultBranch: string;
};

/**
 * What there is to know of a repository on this machine before it becomes a project's source. A path inside a
 * working tree, or in a linked worktree, answers the repository it belongs to.
 * @throws Fault `project.path-missing`, `project.no-permission`, `project.not-a-repository`, `project.no-commits`,
 *   `project.branch-named-cw`, `project.branch-missing`, `project.branch-unclear`
 */
export async function inspectRepository(path: string, defaultBranch?: string): Promise<InspectedRepository> {
  await mustBeReadableDirectory(path);
  const gitDir = await commonDirOf(path);
  const heads = await listRefs(path, 'refs/heads');
  const branches = [...heads.keys()].map((ref) => ref.slice('refs/heads/'.length));
  if (branches.length === 0) throw noCommits(path);
  refuseBranchNamedCw(branches, path);
  const branch = defaultBranch ?? (await guessDefaultBranch(path, branches));
  await mustBeUsableBranch(path, branch, branches);
  return { root: await rootOf(path, gitDir), gitDir, defaultBranch: branch };
}

async function mustBeReadableDirectory(path: string): Promise<void> {
  try {
    if (!(await stat(path)).isDirectory()) throw notARepository(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Fault({
        code: 'project.path-missing',
        message: `There is nothing at ${path}.`,
        hint: 'Give the path of a git repository, or a URL that git can clone.',
      });
    }
    if (code === 'EACCES' || code === 'EPERM') throw noPermission(path, error);
    throw error;
  }
}

async function commonDirOf(path: string): Promise<string> {
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  let answer: GitAnswer;
  try {
    answer = await git(path, args, { accept: [128] });
  } catch (error) {
    const denied = error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
    throw denied ? noPermission(path, error) : error;
  }
  if (answer.exitCode === 0) return answer.stdout.trimEnd();
  const refused = /dubious ownership in repository at '(.*)'/.exec(answer.stderr)?.[1];
  if (refused !== undefined) {
    throw new Fault({ ...notTrusted(refused), code: 'project.no-permission' });
  }
  if (/permission denied/i.test(answer.stderr)) throw noPermission(path, undefined);
  if (/not a git repository/i.test(answer.stderr)) throw notARepository(path);
  throw gitFailed(args, answer, path);
}

async function rootOf(path: string, gitDir: string): Promise<string> {
  const fields = await gitFields(path, ['worktree', 'list', '--porcelain', '-z']);
  const first = fields.find((field) => field.startsWith('worktree '));
  return first === undefined ? gitDir : first.slice('worktree '.length);
}

/** Asked in the order in which the answers can be trusted; the branch the user happens to be on comes last. */
async function guessDefaultBranch(path: string, branches: readonly string[]): Promise<string> {
  const own = branches.filter((branch) => !branch.startsWith(ownBranchPrefix));
  const only = own[0];
  if (own.length === 1 && only !== undefined) return only;
  const remoteHead = await symbolicRef(path, 'refs/remotes/origin/HEAD');
  const head = await symbolicRef(path, 'HEAD');
  const guesses = [remoteHead?.replace('refs/remotes/origin/', ''), 'main', 'master', head?.replace('refs/heads/', '')];
  const found = guesses.find((guess) => guess !== undefined && own.includes(guess));
  if (found !== undefined) return found;
  throw new Fault({
    code: 'project.branch-unclear',
    message: `The default branch of ${path} cannot be determined.`,
    hint: `There are: ${listed(branches)}.`,
    next: [step('Name the default branch', 'project add', path, '--default-branch', '<branch>')],
    kind: 'usage',
  });
}

async function symbolicRef(path: string, name: string): Promise<string | undefined> {
  const answer = await git(path, ['symbolic-ref', '--quiet', name], { accept: [1, 128] });
  return answer.exitCode === 0 ? answer.stdout.trimEnd() : undefined;
}

/**
 * Refuses a default branch that does not exist, or is one of cw's own.
 * @throws Fault `project.branch-missing`, `project.branch-reserved`, `project.branch-like-option`
 */
export async function mustBeUsableBranch(dir: string, branch: string, branches: readonly string[]): Promise<void> {
  if (branch.startsWith('-')) {
    throw new Fault({
      code: 'project.branch-like-option',
      message: `The branch ${JSON.stringify(branch)} cannot be the default branch: git would take a name that starts with a dash for an option.`,
      hint: 'Rename that branch in the repository, or choose another default branch.',
      kind: 'usage',
    });
  }
  if (branch.startsWith(ownBranchPrefix)) {
    throw new Fault({
      code: 'project.branch-reserved',
      message: `The branch ${branch} cannot be the default branch: names under ${ownBranchPrefix} are reserved for merges by cw.`,
      hint: 'Choose the branch that your own work goes to as the default branch.',
    });
  }
  if (branches.includes(branch) && (await isBranchName(dir, branch))) return;
  throw new Fault({
    code: 'project.branch-missing',
    message: `The repository has no branch ${JSON.stringify(branch)}.`,
    hint: `Choose an existing branch as the default: ${listed(branches)}.`,
  });
}

/** A branch `cw` makes it impossible for git to have `cw/next`. */
export function refuseBranchNamedCw(branches: readonly string[], where: string): void {
  if (!branches.includes('cw')) return;
  throw new Fault({
    code: 'project.branch-named-cw',
    message: `The repository at ${where} has a branch named cw, so git cannot keep cw/next beside it.`,
    hint: 'Rename that branch, for example with: git branch -m cw my-cw',
  });
}

function listed(branches: readonly string[]): string {
  return branches.slice(0, 8).join(', ') + (branches.length > 8 ? ', …' : '');
}

function noCommits(path: string): Fault {
  return new Fault({
    code: 'project.no-commits',
    message: `The repository at ${path} has no commits yet, so there is nothing to branch from.`,
    hint: 'Make a first commit there, then add the project again.',
  });
}

function notARepository(path: string): Fault {
  return new Fault({
    code: 'project.not-a-repository',
    message: `${path} is not a git repository.`,
    hint: 'Give the path of a repository, or create one there with: git init',
  });
}

function noPermission(path: string, cause: unknown): Fault {
  return new Fault({
    code: 'project.no-permission',
    message: `You have no permission to read ${path}.`,
    hint: 'Check the permissions of the directory and those above it.',
    cause,
  });
}
