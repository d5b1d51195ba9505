import type { BadPage, IsoTime } from '@cw/kernel';

/** What agents may do unasked, as a person decided. */
export type RuleView = {
  readonly id: string;
  /** Null: of every project. */
  readonly projectId: string | null;
  readonly projectName: string | null;
  /** Name of a tool, as its program has it. */
  readonly tool: string;
  /** What the call has to be; null: whatever it is. `*` stands for anything, `\*` for itself. */
  readonly pattern: string | null;
  /** The item whose answer made it. */
  readonly itemId: string | null;
  readonly itemTitle: string | null;
  readonly createdBy: string;
  readonly createdAt: IsoTime;
  /** Null while it holds. */
  readonly removedAt: IsoTime | null;
};

export type NewRule = Pick<RuleView, 'projectId' | 'tool' | 'pattern' | 'itemId'>;

/** What of a rule is to be another; what is absent stays. */
export type RuleChange = {
  readonly projectId?: string | null | undefined;
  readonly tool?: string | undefined;
  readonly pattern?: string | null | undefined;
};

export type RuleFailure =
  | { readonly kind: 'rule.not-found'; readonly rule: string; readonly meant?: string | undefined }
  | { readonly kind: 'rule.ambiguous'; readonly rule: string; readonly matches: readonly string[] }
  | { readonly kind: 'rule.no-tool'; readonly tool: string }
  | { readonly kind: 'rule.unknown-project'; readonly projectId: string }
  | { readonly kind: 'rule.too-long'; readonly most: number }
  | { readonly kind: 'rule.empty-pattern' }
  /** Another one says the same. */
  | { readonly kind: 'rule.exists'; readonly rule: string }
  | { readonly kind: 'rule.people-only' }
  | BadPage<'rule'>;

/** What names of tools look like. */
export const toolName = /^[A-Za-z][\w.-]{0,199}$/;

/** Characters of a pattern. */
export const longestPattern = 10_000;

/** A pattern that only this text fits. */
export function exactly(text: string): string {
  return text.replaceAll(/[\\*]/g, '\\$&');
}
