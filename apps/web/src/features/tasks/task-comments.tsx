import { Button, cx, PanelSection, RelativeTime, Textarea } from '@cw/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import { useDraft } from '../../data/drafts.ts';
import { QueryView } from '../../data/query-view.tsx';
import { refresh } from '../../data/refresh.ts';
import { AuthorBadge, AuthorName } from '../../entities/event/actor-name.tsx';
import { Markdown } from '../../entities/text/markdown.tsx';
import { UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import { type CommentNode, threaded } from './comment-thread.ts';
import { PropertyError } from './task-property.tsx';

/** Answers are indented so far and no further: a panel is narrow. */
const deepest = 3;

type CommentFormProps = {
  readonly taskId: string;
  /** The comment that is answered. */
  readonly replyTo?: string | undefined;
  readonly onClose?: (() => void) | undefined;
};

function CommentForm({ taskId, replyTo, onClose }: CommentFormProps) {
  const [text, setText, clear] = useDraft(`${replyTo ?? taskId}.comment`, '');
  const comment = useMutation(
    trpc.tasks.comment.mutationOptions({
      onSuccess: () => {
        clear();
        refresh('tasks');
        onClose?.();
      },
    }),
  );
  const send = () => text.trim() && comment.mutate({ id: taskId, text: text.trim(), replyTo });
  const word = replyTo ? 'Answer' : 'Comment';
  return (
    <div className="flex flex-col gap-2 not-first:mt-1.5">
      <UnsavedGuard unsaved={text.trim() !== ''} />
      <Textarea
        autoFocus={replyTo !== undefined}
        aria-label={word}
        placeholder={replyTo ? 'Write an answer' : 'Write a comment'}
        short
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
          if (event.key !== 'Escape') return;
          event.currentTarget.blur();
          if (text.trim() === '') onClose?.();
        }}
      />
      <PropertyError error={refusalText(comment.error)} />
      {(text.trim() || replyTo) && (
        <div className="flex justify-end gap-2">
          {onClose && (
            <Button variant="quiet" size="small" className="max-md:h-11" onClick={onClose}>
              Close
            </Button>
          )}
          <Button size="small" className="max-md:h-11" disabled={comment.isPending || !text.trim()} onClick={send}>
            {word}
          </Button>
        </div>
      )}
    </div>
  );
}

type CommentProps = { readonly taskId: string; readonly node: CommentNode; readonly depth: number };

function Comment({ taskId, node, depth }: CommentProps) {
  const [answering, setAnswering] = useState(false);
  const { comment, replies } = node;
  return (
    <li className="flex flex-col gap-1">
      <span className="flex items-center gap-2 text-small">
        <AuthorBadge name={comment.author} />
        <AuthorName name={comment.author} />
        <RelativeTime at={comment.createdAt} className="text-fg-3" />
        <Button
          variant="quiet"
          size="small"
          className="ml-auto text-fg-3 max-md:h-11"
          aria-label={`Answer ${comment.author}`}
          onClick={() => setAnswering(true)}
        >
          Answer
        </Button>
      </span>
      <Markdown text={comment.text} />
      {answering && <CommentForm taskId={taskId} replyTo={comment.id} onClose={() => setAnswering(false)} />}
      {replies.length > 0 && (
        <ul className={cx('mt-2 flex flex-col gap-3', depth < deepest && 'border-l border-line pl-3')}>
          {replies.map((reply) => (
            <Comment key={reply.comment.id} taskId={taskId} node={reply} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** What people and agents said about the task, answers below what they answer. */
export function TaskComments({ taskId }: { readonly taskId: string }) {
  const query = useQuery(trpc.tasks.comments.queryOptions({ id: taskId }));
  return (
    <PanelSection title="Comments">
      <QueryView query={query} what="The comments" pending={null}>
        {(page) => (
          <ul aria-label="Comments" className="flex flex-col gap-3">
            {threaded(page.items).map((node) => (
              <Comment key={node.comment.id} taskId={taskId} node={node} depth={0} />
            ))}
          </ul>
        )}
      </QueryView>
      <CommentForm taskId={taskId} />
    </PanelSection>
  );
}
