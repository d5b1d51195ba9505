import { idWords, type ReadDb, type WordsAmong } from '@cw/storage';
import { findItem, isOpenSql, itemTables } from './find-items.ts';

type Conditions = Partial<Readonly<Record<WordsAmong, string>>>;

const itemConditions: Conditions = { open: isOpenSql, trash: "i.state = 'dismissed'" };
const ruleConditions: Conditions = { open: 'r.removed_at IS NULL', trash: 'r.removed_at IS NOT NULL' };

const messages =
  "SELECT m.id, m.sender_name || ': ' || substr(m.text, 1, 200) AS description FROM messages m ORDER BY m.n DESC";

/** Ids of inbox items for a line to go on with, open ones first. */
export function itemWords(db: ReadDb, start: string, among: WordsAmong = 'all') {
  const listed = `SELECT i.id, i.kind || ' ' || told(i.title) AS description FROM ${itemTables}
    WHERE ${itemConditions[among] ?? 'true'} ORDER BY i.state <> 'open', i.n DESC`;
  return idWords(db, { kind: 'inboxItem', listed }, start);
}

/** Answers that all of these items take. */
export async function answerWords(db: ReadDb, items: readonly string[]) {
  const found = await Promise.all(items.map((item) => findItem(db, item)));
  const [first, ...others] = found.map((item) => (item.ok && item.value.state === 'open' ? item.value.choices : []));
  return (first ?? [])
    .filter(({ name }) => others.every((choices) => choices.some((choice) => choice.name === name)))
    .map(({ name, label }) => ({ word: name, description: label }));
}

export function messageWords(db: ReadDb, start: string) {
  return idWords(db, { kind: 'message', listed: messages }, start);
}

/** Ids of rules, those in force first. */
export function ruleWords(db: ReadDb, start: string, among: WordsAmong = 'all') {
  const listed = `SELECT r.id, r.tool || coalesce(' ' || r.pattern, '') AS description FROM permission_rules r
    WHERE ${ruleConditions[among] ?? 'true'} ORDER BY r.removed_at IS NOT NULL, r.n DESC`;
  return idWords(db, { kind: 'rule', listed }, start);
}
