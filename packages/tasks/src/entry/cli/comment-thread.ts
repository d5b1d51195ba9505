import { plainLine, plainText, type Style } from '@cw/entry';
import { tellTime } from '@cw/kernel';
import type { CommentView } from '../../model/task-view.ts';

/** How many are shown where not all were asked for. */
const lastOnes = 10;
const deepest = 6;

type Look = { readonly style: Style; readonly every: boolean; readonly taskId: string };

/** Comments for people, oldest first, with answers below what they answer. */
export function commentLines(comments: readonly CommentView[], { style, every, taskId }: Look): readonly string[] {
  if (comments.length === 0) return [];
  const shown = every ? comments : comments.slice(-lastOnes);
  const earlier = comments.length - shown.length;
  const note = earlier === 0 ? [] : ['', style.dim(`${earlier} earlier ones: cw task show ${taskId} --comments`)];
  const lines = threads(shown).flatMap(({ comment, depth }) => ['', ...said(comment, depth, style)]);
  return ['', style.bold(`Comments (${comments.length})`), ...[...note, ...lines].slice(1)];
}

type Placed = { readonly comment: CommentView; readonly depth: number };

function threads(comments: readonly CommentView[]): readonly Placed[] {
  const shown = new Set(comments.map(({ id }) => id));
  const answers = (to: string | null, depth: number): readonly Placed[] =>
    comments
      .filter(({ replyTo }) => (replyTo !== null && shown.has(replyTo) ? replyTo : null) === to)
      .flatMap((comment) => [{ comment, depth }, ...answers(comment.id, depth + 1)]);
  return answers(null, 0);
}

function said({ id, author, createdAt, text }: CommentView, depth: number, style: Style): readonly string[] {
  const indent = '  '.repeat(Math.min(depth, deepest));
  const head = `${style.bold(plainLine(author))} ${style.dim(`${tellTime(createdAt)} · ${id}`)}`;
  return [head, ...plainText(text).split('\n')].map((line) => `${indent}${line}`.trimEnd());
}
