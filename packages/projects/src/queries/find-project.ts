import { err, ok, type Result, toIso } from '@cw/kernel';
import { findByStart, type ReadDb } from '@cw/storage';
import type { ProjectFailure } from '../model/project.ts';
import { projectPaths } from '../model/project-paths.ts';
import type { ProjectView } from '../model/project-view.ts';

type ProjectRow = {
  id: string;
  name: string;
  source: string;
  source_kind: 'path' | 'url';
  default_branch: string;
  integration_branch: string;
  goal: string | null;
  constraints: string;
  context_file: string | null;
  checks: string;
  check_timeout: number;
  setup_command: string | null;
  dispatch: 'assigned' | 'auto';
  merge_style: 'merge' | 'squash' | 'rebase';
  created_at: number;
  updated_at: number;
  revision: number;
};

const select = `SELECT id, name, source, source_kind, default_branch, integration_branch, goal, constraints, context_file,
  checks, check_timeout, setup_command, dispatch, merge_style, created_at, updated_at, revision FROM projects`;

/** Projects of a workspace, the oldest first. */
export async function listProjects(db: ReadDb, home: string): Promise<readonly ProjectView[]> {
  const rows = await db.all<ProjectRow>(`${select} WHERE deleted_at IS NULL ORDER BY n`);
  return rows.map((row) => toView(row, home));
}

/** One project by its name or its id, or an unambiguous start of either. */
export async function findProject(
  db: ReadDb,
  home: string,
  project: string,
): Promise<Result<ProjectView, ProjectFailure>> {
  const id = await findByStart(
    db,
    { kind: 'project', from: 'projects WHERE deleted_at IS NULL', name: 'name' },
    project,
  );
  if (!id.ok) {
    const { matches, meant } = id.error;
    return err(
      matches.length === 0
        ? { kind: 'project.not-found', project, meant }
        : { kind: 'project.ambiguous', project, matches },
    );
  }
  const found = await getProject(db, home, id.value);
  return found ? ok(found) : err({ kind: 'project.not-found', project });
}

/** A project by its whole id, removed ones too: what belongs to it still tells its name. */
export async function getProject(db: ReadDb, home: string, id: string): Promise<ProjectView | undefined> {
  const row = await db.get<ProjectRow>(`${select} WHERE id = ?`, [id]);
  return row && toView(row, home);
}

/** The name of the project that a repository belongs to already, if any. */
export async function projectOfSource(db: ReadDb, source: string): Promise<string | undefined> {
  const row = await db.get<{ name: string }>('SELECT name FROM projects WHERE source = ? AND deleted_at IS NULL', [
    source,
  ]);
  return row?.name;
}

export async function isNameTaken(db: ReadDb, name: string): Promise<boolean> {
  return (await db.get('SELECT 1 FROM projects WHERE name = ? AND deleted_at IS NULL', [name])) !== undefined;
}

function toView(row: ProjectRow, home: string): ProjectView {
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    sourceKind: row.source_kind,
    defaultBranch: row.default_branch,
    integrationBranch: row.integration_branch,
    goal: row.goal,
    constraints: JSON.parse(row.constraints),
    contextFile: row.context_file,
    checks: JSON.parse(row.checks),
    checkTimeout: row.check_timeout,
    setupCommand: row.setup_command,
    dispatch: row.dispatch,
    mergeStyle: row.merge_style,
    filesDir: projectPaths(home, row.id).filesDir,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
    revision: row.revision,
  };
}
