import { expect, test } from 'vitest';
import { type CommentNode, threaded } from './comment-thread.ts';

const comment = (id: string, replyTo: string | null = null) => ({
  id,
  replyTo,
  taskId: 'tk_a',
  author: 'ada',
  text: id,
  createdAt: '2026-03-01T00:00:00.000Z',
});

const shape = (nodes: readonly CommentNode[]): unknown =>
  nodes.map(({ comment: { id }, replies }) => (replies.length === 0 ? id : [id, shape(replies)]));

test('answers stand below what they answer, and one to a comment that is gone by itself', () => {
  const all = [comment('a'), comment('b', 'a'), comment('c'), comment('d', 'b'), comment('e', 'gone')];
  expect(shape(threaded(all))).toEqual([['a', [['b', ['d']]]], 'c', 'e']);
});
