import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { RuleStore } from '../ports/rule-store.ts';
import { findRule } from '../queries/find-rules.ts';

export function sqliteRuleStore(tx: Tx): RuleStore {
  return {
    ids: tx.ids,
    find: (rule, among) => findRule(tx, rule, among),
    same: async ({ projectId, tool, pattern }) =>
      (
        await tx.get<{ id: string }>(
          'SELECT id FROM permission_rules WHERE removed_at IS NULL AND project_id IS ? AND tool = ? AND pattern IS ?',
          [projectId, tool, pattern],
        )
      )?.id,
    hasProject: async (id) =>
      (await tx.get('SELECT 1 FROM project_view WHERE id = ? AND deleted_at IS NULL', [id])) !== undefined,
    insert: async (id, { projectId, tool, pattern, itemId }, by) => {
      await tx.run(
        `INSERT INTO permission_rules (id, project_id, tool, pattern, item_id, created_by, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [id, projectId, tool, pattern, itemId, by, tx.at],
      );
    },
    update: async (id, { projectId, tool, pattern }) => {
      await tx.run('UPDATE permission_rules SET project_id = ?, tool = ?, pattern = ? WHERE id = ?', [
        projectId,
        tool,
        pattern,
        id,
      ]);
    },
    remove: async (id) => {
      await tx.run('UPDATE permission_rules SET removed_at = ? WHERE id = ?', [tx.at, id]);
    },
    restore: async (id) => {
      await tx.run('UPDATE permission_rules SET removed_at = NULL WHERE id = ?', [id]);
    },
    append: async (event, act) => {
      await append(tx, event, act);
    },
  };
}
