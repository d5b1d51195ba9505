import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fault, type Finding, isFault, step } from '@cw/kernel';
import { namesIn, type Repair, systemClock } from '@cw/storage';
import { taskBranchesPrefix } from '../model/branch-names.ts';
import { projectPaths } from '../model/project-paths.ts';
import type { ProjectView } from '../model/project-view.ts';
import { shellWord } from '../model/shell-word.ts';
import { listProjects } from '../queries/find-project.ts';
import { whyUnusable } from './git/clone-state.ts';
import { type Completeness, findMissing } from './git/find-missing.ts';
import { isRepository } from './git/out-of-reach.ts';
import { createPrivateClone } from './git/private-clone.ts';
import { readRefsBelow } from './git/ref-files.ts';

type Place = { readonly home: string; readonly served: boolean };

/** As long is looked, in all clones together, for objects that are missing. */
const patience = 60_000;
const toldAtMost = 5;

/** Whether the private clone of each project is there and complete, and which damaged ones were set aside. */
export async function checkClones(projects: readonly ProjectView[], place: Place): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const stop = stopwatch();
  for (const project of projects) {
    found.push(...(await checkClone(project, place, stop)), ...setAsideOf(place.home, project));
  }
  return found;
}

/** @returns milliseconds that are left to look for missing objects */
function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.max(1, Math.ceil(patience - (performance.now() - start)));
}

async function checkClone(project: ProjectView, place: Place, left: () => number): Promise<readonly Finding[]> {
  const { clone } = projectPaths(place.home, project.id);
  if (!existsSync(clone)) return [gone(project, clone)];
  const state = await stateOf(clone, left());
  if (state.kind === 'complete') return [];
  return [state.kind === 'damaged' ? damaged(project, place, state.what) : unknown(project, clone, state.why)];
}

async function stateOf(clone: string, timeout: number): Promise<Completeness> {
  const unusable = whyUnusable(clone);
  return unusable === undefined ? findMissing(clone, timeout) : { kind: 'damaged', what: `it ${unusable}.` };
}

const restore = `restore the folder from a copy of the workspace's files, since backups contain no clones`;

function gone(project: ProjectView, clone: string): Finding {
  const { name } = project;
  const found = { check: 'projects.clone', level: 'problem', thing: name } as const;
  const message = `The private clone of ${name}, ${clone}, is gone.`;
  if (!hasSource(project)) {
    const hint = `Unmerged work was only there: ${restore}. With its repository in place, it can be cloned again.`;
    return { ...found, message, hint };
  }
  return {
    ...found,
    repair: goneRepair,
    message,
    hint: `Unmerged work was only there. If you need it, ${restore}; otherwise have it cloned again.`,
    next: [step('Clone it again', 'doctor', '--fix')],
  };
}

function damaged(project: ProjectView, { home, served }: Place, what: string): Finding {
  const { name } = project;
  const { clone } = projectPaths(home, project.id);
  const found = { check: 'projects.clone', level: 'problem', thing: name } as const;
  const message = `The private clone of ${name}, ${clone}, is damaged: ${what} ${sayBranches(clone)}`;
  const either = `Unmerged work is only there. If you have a copy of the workspace's files, restore the folder from it`;
  if (!hasSource(project))
    return { ...found, message, hint: `${either}. With its repository in place, it can be cloned again.` };
  const again = `${either}; otherwise have it cloned again: the damaged clone is kept beside the new one`;
  if (served) {
    return { ...found, message, hint: `${again}. Stop the server first, so that no agent works there.` };
  }
  return {
    ...found,
    repair: damagedRepair,
    message,
    hint: `${again}.`,
    next: [step('Set it aside and clone it again', 'doctor', '--fix')],
  };
}

function unknown({ name }: ProjectView, clone: string, why: string): Finding {
  return {
    check: 'projects.clone',
    level: 'notice',
    thing: name,
    message: `Whether the private clone of ${name} is complete is unknown: ${why}`,
    hint: `Look by hand: git -C ${shellWord(clone)} fsck --connectivity-only`,
  };
}

/** The branches of tasks that a clone holds: nobody else has what of them was not merged. */
function sayBranches(clone: string): string {
  const branches = branchesIn(clone);
  if (branches === undefined) return 'Which branches it has cannot be read.';
  if (branches.length === 0) return 'No task has a branch there.';
  const more = branches.length > toldAtMost ? ` and ${branches.length - toldAtMost} more` : '';
  const noun = branches.length === 1 ? 'Branch of a task there' : 'Branches of tasks there';
  return `${noun}: ${branches.slice(0, toldAtMost).join(', ')}${more}.`;
}

function branchesIn(clone: string): readonly string[] | undefined {
  const refs = readRefsBelow(clone, `refs/heads/${taskBranchesPrefix}`);
  return refs && [...refs.keys()].map((ref) => ref.replace('refs/heads/', ''));
}

function setAsideOf(home: string, { id, name }: ProjectView): readonly Finding[] {
  const { dir } = projectPaths(home, id);
  const paths = namesIn(dir)
    .filter((each) => each.startsWith(asidePrefix))
    .map((each) => join(dir, each));
  return paths.map((path) => ({
    check: 'projects.set-aside',
    level: 'notice',
    thing: path,
    message: `${path} is a damaged clone of ${name} that was set aside. ${sayBranches(path)}`,
    hint: `What can still be read of a branch: git -C ${shellWord(path)} log <branch>. Delete the folder once you need nothing from it.`,
  }));
}

const asidePrefix = 'damaged-clone-';
const goneRepair = 'projects.clone';
const damagedRepair = 'projects.damaged-clone';

/** Whether there is something to clone. */
function hasSource({ source, sourceKind }: ProjectView): boolean {
  return sourceKind === 'url' || isRepository(source);
}

/** What is mended of private clones. */
export const cloneRepairs: readonly Repair[] = [
  {
    name: goneRepair,
    about: 'clone the repositories again whose private clone is gone',
    run: async ({ home, transact }) => {
      const projects = (await transact((tx) => listProjects(tx, home))).filter(hasSource);
      const lost = projects.filter(({ id }) => !existsSync(projectPaths(home, id).clone));
      await forEach(lost, (project) => cloneAgain(home, project));
      return lost.length;
    },
  },
  {
    name: damagedRepair,
    about: 'set damaged private clones aside, and clone those repositories again',
    run: async ({ home, transact }) => {
      const left = stopwatch();
      const lost: ProjectView[] = [];
      for (const project of (await transact((tx) => listProjects(tx, home))).filter(hasSource)) {
        const { clone } = projectPaths(home, project.id);
        if (existsSync(clone) && (await stateOf(clone, left())).kind === 'damaged') lost.push(project);
      }
      await forEach(lost, (project) => replace(home, project));
      return lost.length;
    },
  },
];

/** One that cannot be reached keeps no other from being cloned. @throws Fault the first of them */
async function forEach(projects: readonly ProjectView[], work: (project: ProjectView) => Promise<void>): Promise<void> {
  const faults: Fault[] = [];
  for (const project of projects) {
    await work(project).catch((error: unknown) => {
      if (!isFault(error)) throw error;
      faults.push(error);
    });
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

function cloneAgain(
  home: string,
  { id, source: location, sourceKind: kind, defaultBranch }: ProjectView,
): Promise<void> {
  const request = { source: { kind, location }, defaultBranch, projectDir: projectPaths(home, id).dir };
  return createPrivateClone(request, systemClock);
}

/** What cannot be cloned keeps the clone that it has. */
async function replace(home: string, project: ProjectView): Promise<void> {
  const { clone, dir } = projectPaths(home, project.id);
  const aside = join(dir, freeName(namesIn(dir)));
  await rename(clone, aside);
  try {
    await cloneAgain(home, project);
  } catch (error) {
    await rename(aside, clone);
    throw error;
  }
}

function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = `${asidePrefix}${number}.git`;
    if (!taken.includes(name)) return name;
  }
}
