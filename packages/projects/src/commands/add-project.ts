import { isAbsolute } from 'node:path';
import { type Act, err, type IdSource, ok, type Result } from '@cw/kernel';
import type { ReadDb, StoreTransact } from '@cw/storage';
import type { Repositories } from '../adapters/git-repositories.ts';
import type { InspectedSource } from '../adapters/inspect-source.ts';
import type { NewProject, ProjectStore } from '../adapters/project-store.ts';
import { integrationBranch } from '../model/branch-names.ts';
import {
  applySettings,
  checkProjectName,
  nameFromSource,
  newProjectValues,
  type ProjectFailure,
  type ProjectSettings,
} from '../model/project.ts';
import { parseSource } from '../model/project-source.ts';
import type { ProjectView } from '../model/project-view.ts';
import { isNameTaken, projectOfSource } from '../queries/find-project.ts';

/** What the commands take that look at repositories before they write. */
export type ProjectDeps = {
  readonly read: ReadDb;
  readonly transact: StoreTransact<ProjectStore>;
  readonly repositories: Repositories;
  readonly ids: IdSource;
};

export type AddProjectInput = ProjectSettings & {
  /** Absolute path of a repository, or a URL that git clones. */
  readonly source: string;
};

/**
 * Adds a repository as a project: looks at it, makes the private clone, then writes the row. Whatever goes wrong
 * before the row leaves nothing that would be in the way of another try.
 * @throws Fault as the repositories do
 */
export async function addProject(
  deps: ProjectDeps,
  input: AddProjectInput,
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  const parsed = parseSource(input.source);
  if (!parsed.ok) return parsed;
  // Who types a relative path says from where; over the wire there is no folder that it could be meant from.
  if (parsed.value.kind === 'path' && !isAbsolute(parsed.value.location)) {
    return err({ kind: 'project.value-invalid', field: 'source', why: 'a path must be given in full, from / on' });
  }
  const values = applySettings(newProjectValues, input);
  if (!values.ok) return values;
  const inspected = await deps.repositories.inspect(parsed.value, input.defaultBranch);
  const name = await freeName(deps.read, input, inspected);
  if (!name.ok) return name;
  if (values.value.contextFile !== null) await deps.repositories.mustBeFile(values.value.contextFile);
  const id = deps.ids('project');
  await deps.repositories.clone(id, inspected);
  const project = { id, name: name.value, inspected, integrationBranch, values: values.value };
  return insertOrDiscard(deps, project, act);
}

/** A name that is not taken, for a repository that is not managed yet. */
async function freeName(
  db: ReadDb,
  input: AddProjectInput,
  { source }: InspectedSource,
): Promise<Result<string, ProjectFailure>> {
  const owner = await projectOfSource(db, source.location);
  if (owner !== undefined) return err({ kind: 'project.source-taken', source: source.location, name: owner });
  if (input.name !== undefined) {
    const name = checkProjectName(input.name);
    if (!name.ok) return name;
    return (await isNameTaken(db, name.value)) ? err({ kind: 'project.name-taken', name: name.value }) : name;
  }
  const base = nameFromSource(source.location);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!(await isNameTaken(db, name))) return ok(name);
  }
}

async function insertOrDiscard(
  { transact, repositories }: ProjectDeps,
  project: NewProject,
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  let kept = false;
  try {
    const added = await transact((store) => insertProject(store, project, act));
    kept = added.ok;
    return added;
  } finally {
    if (!kept) await repositories.discard(project.id);
  }
}

async function insertProject(
  store: ProjectStore,
  project: NewProject,
  act: Act,
): Promise<Result<ProjectView, ProjectFailure>> {
  const { id, name, values, inspected } = project;
  const source = inspected.source.location;
  const owner = await store.ofSource(source);
  if (owner !== undefined) return err({ kind: 'project.source-taken', source, name: owner });
  if (await store.isNameTaken(name)) return err({ kind: 'project.name-taken', name });
  await store.insert(project);
  const payload = { name, source, defaultBranch: inspected.defaultBranch, ...values };
  await store.append({ type: 'project.added', entity: id, payload }, act);
  return store.find(id);
}
