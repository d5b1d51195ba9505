import { type Act, err, ok, type Result } from '@cw/kernel';
import type { NewRule, RuleFailure, RuleView } from '../model/rule.ts';
import type { RuleStore } from '../ports/rule-store.ts';

/** Lets agents do something unasked from now on, as a person said. Answers the rule's id; of one that is there already, that. */
export async function addRule(
  store: RuleStore,
  { id, rule }: { readonly id: string; readonly rule: NewRule },
  act: Act,
): Promise<Result<string, never>> {
  const same = await store.same(rule);
  if (same !== undefined) return ok(same);
  await store.insert(id, rule, act.actor.name);
  await store.append({ type: 'rule.added', entity: id, payload: rule }, act);
  return ok(id);
}

/** Has agents ask again. */
export async function removeRule(store: RuleStore, named: string, act: Act): Promise<Result<RuleView, RuleFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'rule.people-only' });
  const found = await store.find(named);
  if (!found.ok) return found;
  const { id, projectId, tool, pattern } = found.value;
  await store.remove(id);
  await store.append({ type: 'rule.removed', entity: id, payload: { projectId, tool, pattern } }, act);
  return found;
}
