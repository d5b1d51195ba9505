/** What an answer about an approval, a question or a permission has set going. */
export type MessagesEffect =
  | { readonly kind: 'approved'; readonly taskId: string }
  | { readonly kind: 'sent-back'; readonly taskId: string }
  | { readonly kind: 'always-allowed'; readonly rule: string; readonly tool: string; readonly pattern: string | null }
  /** Proposed follow-ups are tasks now, or will be none. */
  | {
      readonly kind: 'proposals-decided';
      readonly how: 'accepted' | 'declined';
      readonly taskIds: readonly string[];
      readonly count: number;
    }
  /** Who waits for the answer takes it. */
  | { readonly kind: 'taken-up' };
