import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { ProjectEvent } from '../contract.ts';
import type { ProjectValues } from '../model/project.ts';
import type { WorkIn } from '../ports/work-in.ts';
import { findProject, isNameTaken, projectOfSource } from '../queries/find-project.ts';
import type { InspectedSource } from './inspect-source.ts';

export type NewProject = {
  readonly id: string;
  readonly name: string;
  readonly inspected: InspectedSource;
  readonly integrationBranch: string;
  readonly values: ProjectValues;
};

type ProjectChange = ProjectValues & { readonly name: string; readonly defaultBranch: string };

export type ProjectStore = ReturnType<typeof projectStore>;

/** Projects inside one write transaction. */
export function projectStore(tx: Tx, { home, workIn }: { readonly home: string; readonly workIn: WorkIn }) {
  return {
    ids: tx.ids,
    find: (project: string) => findProject(tx, home, project),
    isNameTaken: (name: string) => isNameTaken(tx, name),
    /** Name of the project that is made of a source. */
    ofSource: (location: string) => projectOfSource(tx, location),
    /** What is under way in a project. */
    workIn: (id: string) => workIn(tx, id),
    insert: async ({ id, name, inspected, integrationBranch, values }: NewProject) => {
      const { source, defaultBranch } = inspected;
      await tx.run(
        `INSERT INTO projects (id, name, source, source_kind, default_branch, integration_branch, goal, constraints,
           context_file, checks, check_timeout, setup_command, dispatch, merge_style, created_at, updated_at, revision)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
        [id, name, source.location, source.kind, defaultBranch, integrationBranch, ...columns(values), tx.at, tx.at],
      );
    },
    update: async (id: string, change: ProjectChange) => {
      await tx.run(
        `UPDATE projects SET name = ?, default_branch = ?, goal = ?, constraints = ?, context_file = ?, checks = ?,
           check_timeout = ?, setup_command = ?, dispatch = ?, merge_style = ?, updated_at = ?, revision = revision + 1
         WHERE id = ?`,
        [change.name, change.defaultBranch, ...columns(change), tx.at, id],
      );
    },
    /** Takes it out of every list; the row stays. */
    remove: async (id: string) => {
      await tx.run('UPDATE projects SET deleted_at = ?, updated_at = ?, revision = revision + 1 WHERE id = ?', [
        tx.at,
        tx.at,
        id,
      ]);
    },
    append: async (event: ProjectEvent, act: Act) => {
      await append(tx, event, act);
    },
  };
}

function columns(values: ProjectValues) {
  return [
    values.goal,
    JSON.stringify(values.constraints),
    values.contextFile,
    JSON.stringify(values.checks),
    values.checkTimeout,
    values.setupCommand,
    values.dispatch,
    values.mergeStyle,
  ];
}
