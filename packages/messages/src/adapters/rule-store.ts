import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { RuleEvent } from '../contract.ts';
import type { NewRule } from '../model/rule.ts';
import { findRule } from '../queries/find-rules.ts';

export type RuleStore = ReturnType<typeof ruleStore>;

/** Rules inside one write transaction. */
export function ruleStore(tx: Tx) {
  return {
    /** Ids for what the transaction makes. */
    ids: tx.ids,
    /** By id or start of it; one that was removed only where that is asked for. */
    find: (rule: string, among?: 'all') => findRule(tx, rule, among),
    /** The rule that says the same, if there is one. */
    same: async ({ projectId, tool, pattern }: Omit<NewRule, 'itemId'>) =>
      (
        await tx.get<{ id: string }>(
          'SELECT id FROM permission_rules WHERE removed_at IS NULL AND project_id IS ? AND tool = ? AND pattern IS ?',
          [projectId, tool, pattern],
        )
      )?.id,
    /** Whether a project is in the workspace's care. */
    hasProject: async (id: string) =>
      (await tx.get('SELECT 1 FROM project_view WHERE id = ? AND deleted_at IS NULL', [id])) !== undefined,
    insert: async (id: string, { projectId, tool, pattern, itemId }: NewRule, by: string) => {
      await tx.run(
        `INSERT INTO permission_rules (id, project_id, tool, pattern, item_id, created_by, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [id, projectId, tool, pattern, itemId, by, tx.at],
      );
    },
    update: async (id: string, { projectId, tool, pattern }: Omit<NewRule, 'itemId'>) => {
      await tx.run('UPDATE permission_rules SET project_id = ?, tool = ?, pattern = ? WHERE id = ?', [
        projectId,
        tool,
        pattern,
        id,
      ]);
    },
    remove: async (id: string) => {
      await tx.run('UPDATE permission_rules SET removed_at = ? WHERE id = ?', [tx.at, id]);
    },
    restore: async (id: string) => {
      await tx.run('UPDATE permission_rules SET removed_at = NULL WHERE id = ?', [id]);
    },
    append: async (event: RuleEvent, act: Act) => {
      await append(tx, event, act);
    },
  };
}
