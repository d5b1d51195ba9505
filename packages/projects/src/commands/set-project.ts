import { type Act, err, ok, type Result } from '@cw/kernel';
import type { ReadDb, Transact, Tx } from '@cw/storage';
import { append } from '../append.ts';
import { applySettings, checkProjectName, type ProjectFailure, type ProjectSettings } from '../model/project.ts';
import type { ProjectView } from '../model/project-view.ts';
import type { ProjectStore } from '../ports/project-store.ts';
import type { Repositories } from '../ports/repositories.ts';
import type { WorkIn } from '../ports/work-in.ts';
import { findProject, isNameTaken } from '../queries/find-project.ts';

export type SetProjectDeps = {
  readonly home: string;
  readonly read: ReadDb;
  readonly transact: Transact;
  readonly store: (tx: Tx) => ProjectStore;
  readonly repositories: Pick<Repositories, 'inspect' | 'mustBeFile'>;
};
export type SetProjectInput = ProjectSettings & { readonly project: string };

/**
 * Changes what people set on a project. Work that has begun goes on as it began.
 * @throws Fault `project.branch-missing`, `project.context-unreadable`, and what looking at the source throws
 */
export async function setProject(
  deps: SetProjectDeps,
  input: SetProjectInput,
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  const found = await findProject(deps.read, deps.home, input.project);
  if (!found.ok) return found;
  const before = found.value;
  if (input.defaultBranch !== undefined && input.defaultBranch !== before.defaultBranch) {
    await deps.repositories.inspect({ kind: before.sourceKind, location: before.source }, input.defaultBranch);
  }
  if (input.contextFile) await deps.repositories.mustBeFile(input.contextFile);
  const set = await deps.transact((tx) => change(tx, deps, { input, id: before.id, act }));
  return set.ok ? findProject(deps.read, deps.home, before.id) : set;
}

type Change = { readonly input: SetProjectInput; readonly id: string; readonly act: Act };

async function change(
  tx: Tx,
  deps: SetProjectDeps,
  { input, id, act }: Change,
): Promise<Result<string, ProjectFailure>> {
  const found = await findProject(tx, deps.home, id);
  if (!found.ok) return found;
  const before = found.value;
  const name = input.name === undefined ? ok(before.name) : checkProjectName(input.name);
  if (!name.ok) return name;
  if (name.value !== before.name && (await isNameTaken(tx, name.value))) {
    return err({ kind: 'project.name-taken', name: name.value });
  }
  const values = applySettings(before, input);
  if (!values.ok) return values;
  const after = { ...values.value, name: name.value, defaultBranch: input.defaultBranch ?? before.defaultBranch };
  const payload = differences(before, after);
  if (Object.keys(payload).length === 0) return err({ kind: 'project.nothing-to-change', name: before.name });
  await deps.store(tx).update(id, after);
  await append(tx, { type: 'project.changed', entity: id, payload }, act);
  return ok(id);
}

type Changes = Record<string, { readonly before: unknown; readonly after: unknown }>;

function differences<T extends Partial<ProjectView>>(before: ProjectView, after: T): Changes {
  const old: Readonly<Record<string, unknown>> = before;
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(old[key]) !== JSON.stringify(value));
  return Object.fromEntries(changed.map(([key, value]) => [key, { before: old[key], after: value }]));
}

/** Removes a project where nothing is running. Its clone, working trees and prepared files stay where they are. */
export async function removeProject(
  deps: Pick<SetProjectDeps, 'home' | 'transact' | 'store'> & { readonly workIn: WorkIn },
  input: { readonly project: string },
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  return deps.transact(async (tx) => {
    const found = await findProject(tx, deps.home, input.project);
    if (!found.ok) return found;
    const { id, name } = found.value;
    const work = await deps.workIn(tx, id);
    if (work.runs.length + work.merges.length > 0) return err({ kind: 'project.at-work', name, ...work });
    await deps.store(tx).remove(id);
    await append(tx, { type: 'project.removed', entity: id, payload: { name } }, act);
    return ok(found.value);
  });
}
