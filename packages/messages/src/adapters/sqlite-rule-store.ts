import type { Tx } from '@cw/storage';
import type { RuleStore } from '../ports/rule-store.ts';
import { findRule } from '../queries/find-rules.ts';

export function sqliteRuleStore(tx: Tx): RuleStore {
  return {
    find: (rule) => findRule(tx, rule),
    same: async ({ projectId, tool, pattern }) =>
      (
        await tx.get<{ id: string }>(
          'SELECT id FROM permission_rules WHERE removed_at IS NULL AND project_id IS ? AND tool = ? AND pattern IS ?',
          [projectId, tool, pattern],
        )
      )?.id,
    insert: async (id, { projectId, tool, pattern, itemId }, by) => {
      await tx.run(
        `INSERT INTO permission_rules (id, project_id, tool, pattern, item_id, created_by, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [id, projectId, tool, pattern, itemId, by, tx.at],
      );
    },
    remove: async (id) => {
      await tx.run('UPDATE permission_rules SET removed_at = ? WHERE id = ?', [tx.at, id]);
    },
    append: async (event, act) => {
      await tx.append(event, act);
    },
  };
}
