import { type Act, err, ok, type Result } from '@cw/kernel';
import type { ProjectStore } from '../adapters/project-store.ts';
import { applySettings, checkProjectName, type ProjectFailure, type ProjectSettings } from '../model/project.ts';
import type { ProjectView } from '../model/project-view.ts';
import { findProject } from '../queries/find-project.ts';
import type { ProjectDeps } from './add-project.ts';

export type SetProjectInput = ProjectSettings & { readonly project: string };

/**
 * Changes what people set on a project. Work that has begun goes on as it began.
 * @throws Fault `project.branch-missing`, `project.context-unreadable`, and what looking at the source throws
 */
export async function setProject(
  { read, home, repositories, transact }: ProjectDeps & { readonly home: string },
  input: SetProjectInput,
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  const found = await findProject(read, home, input.project);
  if (!found.ok) return found;
  const before = found.value;
  if (input.defaultBranch !== undefined && input.defaultBranch !== before.defaultBranch) {
    await repositories.inspect({ kind: before.sourceKind, location: before.source }, input.defaultBranch);
  }
  if (input.contextFile) await repositories.mustBeFile(input.contextFile);
  return transact((store) => change(store, { input, id: before.id }, act));
}

async function change(
  store: ProjectStore,
  { input, id }: { readonly input: SetProjectInput; readonly id: string },
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  const found = await store.find(id);
  if (!found.ok) return found;
  const before = found.value;
  const name = input.name === undefined ? ok(before.name) : checkProjectName(input.name);
  if (!name.ok) return name;
  if (name.value !== before.name && (await store.isNameTaken(name.value))) {
    return err({ kind: 'project.name-taken', name: name.value });
  }
  const values = applySettings(before, input);
  if (!values.ok) return values;
  const after = { ...values.value, name: name.value, defaultBranch: input.defaultBranch ?? before.defaultBranch };
  const payload = differences(before, after);
  if (Object.keys(payload).length === 0) return err({ kind: 'project.nothing-to-change', name: before.name });
  await store.update(id, after);
  await store.append({ type: 'project.changed', entity: id, payload }, act);
  return store.find(id);
}

type Changes = Record<string, { readonly before: unknown; readonly after: unknown }>;

function differences<T extends Partial<ProjectView>>(before: ProjectView, after: T): Changes {
  const old: Readonly<Record<string, unknown>> = before;
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(old[key]) !== JSON.stringify(value));
  return Object.fromEntries(changed.map(([key, value]) => [key, { before: old[key], after: value }]));
}

/** Removes a project where nothing is running. Its clone, working trees and prepared files stay where they are. */
export async function removeProject(
  store: ProjectStore,
  { project }: { readonly project: string },
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  const found = await store.find(project);
  if (!found.ok) return found;
  const { id, name } = found.value;
  const work = await store.workIn(id);
  if (work.runs.length + work.merges.length > 0) return err({ kind: 'project.at-work', name, ...work });
  await store.remove(id);
  await store.append({ type: 'project.removed', entity: id, payload: { name } }, act);
  return found;
}
