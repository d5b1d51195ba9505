import { err, ok, type Result, toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { covers, type RuleFailure, type RuleView } from '../model/rule.ts';

type RawRule = Omit<RuleView, 'createdAt'> & { readonly createdAt: number };

const select = `SELECT r.id, r.project_id AS projectId, p.name AS projectName, r.tool, r.pattern, r.item_id AS itemId,
  r.created_by AS createdBy, r.created_at AS createdAt
  FROM permission_rules r LEFT JOIN projects p ON p.id = r.project_id WHERE r.removed_at IS NULL`;

/** The rules of a project and those of every project; without one, all. */
export async function listRules(db: ReadDb, projectId?: string): Promise<readonly RuleView[]> {
  const ofProject = projectId === undefined ? '' : 'AND (r.project_id = ? OR r.project_id IS NULL)';
  const rows = await db.all<RawRule>(`${select} ${ofProject} ORDER BY r.n`, projectId === undefined ? [] : [projectId]);
  return rows.map(toView);
}

/** The rule by which a call of an agent of this project is allowed. */
export async function ruleFor(
  db: ReadDb,
  call: { readonly projectId: string; readonly tool: string; readonly argument: string },
): Promise<RuleView | undefined> {
  const rows = await db.all<RawRule>(`${select} AND r.tool = ? AND (r.project_id = ? OR r.project_id IS NULL)`, [
    call.tool,
    call.projectId,
  ]);
  return rows.map(toView).find((rule) => covers(rule, call));
}

/** A rule that holds, by its id or an unambiguous start of it. */
export async function findRule(db: ReadDb, rule: string): Promise<Result<RuleView, RuleFailure>> {
  const rows = await db.all<RawRule>(`${select} AND substr(r.id, 1, length(?)) = ? ORDER BY r.n`, [rule, rule]);
  const [only, ...others] = rows;
  if (only === undefined || rule === '') return err({ kind: 'rule.not-found', rule });
  if (others.length === 0) return ok(toView(only));
  return err({ kind: 'rule.ambiguous', rule, matches: rows.slice(0, 5).map(({ id }) => id) });
}

function toView(raw: RawRule): RuleView {
  return { ...raw, createdAt: toIso(raw.createdAt) };
}
