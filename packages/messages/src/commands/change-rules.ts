import { type Act, err, ok, type Result } from '@cw/kernel';
import type { RuleStore } from '../adapters/rule-store.ts';
import {
  longestPattern,
  type NewRule,
  type RuleChange,
  type RuleFailure,
  type RuleView,
  toolName,
} from '../model/rule.ts';

type Said = Omit<NewRule, 'itemId'>;

/** Lets agents do something unasked from now on, as a person said. Answers the rule's id; of one that is there already, that. */
export async function addRule(store: RuleStore, rule: NewRule, act: Act): Promise<Result<string, never>> {
  const same = await store.same(rule);
  if (same !== undefined) return ok(same);
  const id = store.ids('rule');
  await store.insert(id, rule, act.actor.name);
  await store.append({ type: 'rule.added', entity: id, payload: rule }, act);
  return ok(id);
}

/** The same for a rule that somebody wrote, which may be none. */
export async function writeRule(store: RuleStore, rule: NewRule, act: Act): Promise<Result<RuleView, RuleFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'rule.people-only' });
  const wrong = await whatIsWrong(store, rule);
  if (wrong !== undefined) return err(wrong);
  const added = await addRule(store, rule, act);
  return added.ok ? store.find(added.value) : added;
}

/** Has a rule say something else, from the next call of an agent on. */
export async function updateRule(
  store: RuleStore,
  { rule: named, ...change }: RuleChange & { readonly rule: string },
  act: Act,
): Promise<Result<RuleView, RuleFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'rule.people-only' });
  const found = await store.find(named);
  if (!found.ok) return found;
  const { id } = found.value;
  const before = saidBy(found.value);
  const after: Said = {
    projectId: change.projectId === undefined ? before.projectId : change.projectId,
    tool: change.tool ?? before.tool,
    pattern: change.pattern === undefined ? before.pattern : change.pattern,
  };
  const wrong = await whatIsWrong(store, after, before.projectId);
  if (wrong !== undefined) return err(wrong);
  const same = await store.same(after);
  if (same === id) return found;
  if (same !== undefined) return err({ kind: 'rule.exists', rule: same });
  await store.update(id, after);
  await store.append({ type: 'rule.changed', entity: id, payload: { before, after } }, act);
  return store.find(id);
}

/** Has agents ask again. */
export async function removeRule(store: RuleStore, named: string, act: Act): Promise<Result<RuleView, RuleFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'rule.people-only' });
  const found = await store.find(named);
  if (!found.ok) return found;
  const { id } = found.value;
  await store.remove(id);
  await store.append({ type: 'rule.removed', entity: id, payload: saidBy(found.value) }, act);
  return found;
}

/** Takes back that a rule was removed. */
export async function restoreRule(store: RuleStore, named: string, act: Act): Promise<Result<RuleView, RuleFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'rule.people-only' });
  const found = await store.find(named, 'all');
  if (!found.ok || found.value.removedAt === null) return found;
  const { id } = found.value;
  const said = saidBy(found.value);
  const wrong = await whatIsWrong(store, said);
  if (wrong !== undefined) return err(wrong);
  const same = await store.same(said);
  if (same !== undefined) return err({ kind: 'rule.exists', rule: same });
  await store.restore(id);
  await store.append({ type: 'rule.restored', entity: id, payload: said }, act);
  return store.find(id);
}

function saidBy({ projectId, tool, pattern }: Said): Said {
  return { projectId, tool, pattern };
}

/** Why nothing can be allowed like that; a rule may stay with a project that has left. */
async function whatIsWrong(
  store: RuleStore,
  { projectId, tool, pattern }: Said,
  before?: string | null,
): Promise<RuleFailure | undefined> {
  if (!toolName.test(tool)) return { kind: 'rule.no-tool', tool };
  if (pattern?.trim() === '') return { kind: 'rule.empty-pattern' };
  if (pattern !== null && pattern.length > longestPattern) return { kind: 'rule.too-long', most: longestPattern };
  const known = projectId === null || projectId === before || (await store.hasProject(projectId));
  return known ? undefined : { kind: 'rule.unknown-project', projectId };
}
