import type { CommentView } from '../../data/api-types.ts';

export type CommentNode = { readonly comment: CommentView; readonly replies: readonly CommentNode[] };

/** Comments with the answers to each below it, oldest first; an answer to one that is not there stands by itself. */
export function threaded(comments: readonly CommentView[]): readonly CommentNode[] {
  const known = new Set(comments.map(({ id }) => id));
  const byParent = new Map<string | null, CommentView[]>();
  for (const comment of comments) {
    const parent = comment.replyTo !== null && known.has(comment.replyTo) ? comment.replyTo : null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), comment]);
  }
  const below = (parent: string | null): readonly CommentNode[] =>
    (byParent.get(parent) ?? []).map((comment) => ({ comment, replies: below(comment.id) }));
  return below(null);
}
