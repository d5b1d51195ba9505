import type { Tx } from '@cw/storage';
import type { ProjectValues } from '../model/project.ts';
import type { ProjectStore } from '../ports/project-store.ts';

export function sqliteProjectStore(tx: Tx): ProjectStore {
  return {
    insert: async ({ id, name, inspected, integrationBranch, values }) => {
      const { source, defaultBranch } = inspected;
      await tx.run(
        `INSERT INTO projects (id, name, source, source_kind, default_branch, integration_branch, goal, constraints,
           context_file, checks, check_timeout, setup_command, dispatch, merge_style, created_at, updated_at, revision)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
        [id, name, source.location, source.kind, defaultBranch, integrationBranch, ...columns(values), tx.at, tx.at],
      );
    },
    update: async (id, change) => {
      await tx.run(
        `UPDATE projects SET name = ?, default_branch = ?, goal = ?, constraints = ?, context_file = ?, checks = ?,
           check_timeout = ?, setup_command = ?, dispatch = ?, merge_style = ?, updated_at = ?, revision = revision + 1
         WHERE id = ?`,
        [change.name, change.defaultBranch, ...columns(change), tx.at, id],
      );
    },
    remove: async (id) => {
      await tx.run('UPDATE projects SET deleted_at = ?, updated_at = ?, revision = revision + 1 WHERE id = ?', [
        tx.at,
        tx.at,
        id,
      ]);
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
