import { err, ok, type Page, type Result, toIso, toIsoOrNull } from '@cw/kernel';
import { findByStart, type PageAsk, type ReadDb, readPage } from '@cw/storage';
import { type CalledTool, covers } from '../model/covers.ts';
import type { RuleFailure, RuleView } from '../model/rule.ts';

type RawRule = Omit<RuleView, 'createdAt' | 'removedAt'> & {
  readonly n: number;
  readonly createdAt: number;
  readonly removedAt: number | null;
};

const select = `SELECT r.n, r.id, r.project_id AS projectId, p.name AS projectName, r.tool, r.pattern, r.item_id AS itemId,
  told(i.title) AS itemTitle, r.created_by AS createdBy, r.created_at AS createdAt, r.removed_at AS removedAt
  FROM permission_rules r LEFT JOIN project_view p ON p.id = r.project_id LEFT JOIN inbox_items i ON i.id = r.item_id`;

const holds = 'r.removed_at IS NULL';

export type RuleFilter = PageAsk & {
  /** Whole id. */
  readonly projectId?: string | undefined;
};

/** The rules of a project and those of every project; without one, all. The oldest first. */
export function listRules(
  db: ReadDb,
  { projectId, ...ask }: RuleFilter = {},
): Promise<Result<Page<RuleView>, RuleFailure>> {
  const ofProject = projectId === undefined ? [] : ['(r.project_id = ? OR r.project_id IS NULL)'];
  const params = projectId === undefined ? [] : [projectId];
  const list = { select, from: 'permission_rules r', conditions: [holds, ...ofProject], params, key: 'r.n' } as const;
  return readPage(
    db,
    {
      noun: 'rule',
      ...list,
      oldestFirst: true,
      toView,
    },
    ask,
  );
}

/** The rule by which a call of an agent of this project is allowed. */
export async function ruleFor(
  db: ReadDb,
  call: CalledTool & { readonly projectId: string },
): Promise<RuleView | undefined> {
  const rows = await db.all<RawRule>(
    `${select} WHERE ${holds} AND r.tool = ? AND (r.project_id = ? OR r.project_id IS NULL)`,
    [call.tool, call.projectId],
  );
  return rows.map(toView).find((rule) => covers(rule, call));
}

/** A rule that holds, by its id or an unambiguous start of it; among all also one that was removed. */
export async function findRule(db: ReadDb, rule: string, among?: 'all'): Promise<Result<RuleView, RuleFailure>> {
  const from = among === 'all' ? 'permission_rules' : 'permission_rules WHERE removed_at IS NULL';
  const id = await findByStart(db, { kind: 'rule', from }, rule);
  if (!id.ok) {
    const { matches, meant } = id.error;
    return err(
      matches.length > 0 ? { kind: 'rule.ambiguous', rule, matches } : { kind: 'rule.not-found', rule, meant },
    );
  }
  const found = await db.get<RawRule>(`${select} WHERE r.id = ?`, [id.value]);
  return found ? ok(toView(found)) : err({ kind: 'rule.not-found', rule });
}

/**
 * The rule that the answer “always” to an item has led to: its own, whatever it says by now, else the one that allowed
 * the same already, which then was left as it is.
 */
export async function ruleOfItem(db: ReadDb, itemId: string): Promise<RuleView | undefined> {
  const row = await db.get<RawRule>(
    `${select} JOIN inbox_items o ON o.id = ? AND json_extract(o.answer, '$.choice') = 'always'
     WHERE r.item_id = o.id OR (r.created_at <= o.ended_at AND r.project_id IS o.project_id
       AND r.tool = json_extract(o.details, '$.rule.tool') AND r.pattern IS json_extract(o.details, '$.rule.pattern'))
     ORDER BY r.item_id = o.id DESC, ${holds} DESC, r.n DESC LIMIT 1`,
    [itemId],
  );
  return row && toView(row);
}

function toView({ n: _, ...raw }: RawRule): RuleView {
  return { ...raw, createdAt: toIso(raw.createdAt), removedAt: toIsoOrNull(raw.removedAt) };
}
