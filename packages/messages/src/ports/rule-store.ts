import type { Act, IdSource, Result } from '@cw/kernel';
import type { RuleEvent } from '../contract.ts';
import type { NewRule, RuleFailure, RuleView } from '../model/rule.ts';

/** Rules, within the transaction it was made for. */
export type RuleStore = {
  /** Ids for what the transaction makes. */
  readonly ids: IdSource;
  /** By id or start of it; one that was removed only where that is asked for. */
  find(rule: string, among?: 'all'): Promise<Result<RuleView, RuleFailure>>;
  /** The rule that says the same, if there is one. */
  same(rule: Omit<NewRule, 'itemId'>): Promise<string | undefined>;
  /** Whether a project is in the workspace's care. */
  hasProject(id: string): Promise<boolean>;
  insert(id: string, rule: NewRule, by: string): Promise<void>;
  update(id: string, rule: Omit<NewRule, 'itemId'>): Promise<void>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  append(event: RuleEvent, act: Act): Promise<void>;
};
