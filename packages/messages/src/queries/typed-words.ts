import { idWords, type ReadDb } from '@cw/storage';

const items = `SELECT i.id, i.kind || ' ' || told(i.title) AS description FROM inbox_items i
  ORDER BY i.state <> 'open', i.n DESC`;
const messages =
  "SELECT m.id, m.sender_name || ': ' || substr(m.text, 1, 200) AS description FROM messages m ORDER BY m.n DESC";
const rules = `SELECT r.id, r.tool || coalesce(' ' || r.pattern, '') AS description FROM permission_rules r
  ORDER BY r.removed_at IS NOT NULL, r.n DESC`;

/** Ids of inbox items for a line to go on with, open ones first. */
export function itemWords(db: ReadDb, start: string) {
  return idWords(db, { kind: 'inboxItem', listed: items }, start);
}

export function messageWords(db: ReadDb, start: string) {
  return idWords(db, { kind: 'message', listed: messages }, start);
}

export function ruleWords(db: ReadDb, start: string) {
  return idWords(db, { kind: 'rule', listed: rules }, start);
}
