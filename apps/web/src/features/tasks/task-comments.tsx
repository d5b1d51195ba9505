import { Button, PanelSection, PersonBadge, RelativeTime, RoleBadge, Textarea } from '@cw/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { refusalText, trpc } from '../../shared/api.ts';
import { useDraft } from '../../shared/drafts.ts';
import { Markdown } from '../../shared/markdown.tsx';
import { QueryView } from '../../shared/query-view.tsx';
import { refresh } from '../../shared/refresh.ts';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';

function CommentForm({ taskId }: { readonly taskId: string }) {
  const [text, setText, clear] = useDraft(`${taskId}.comment`, '');
  const comment = useMutation(
    trpc.tasks.comment.mutationOptions({
      onSuccess: () => {
        clear();
        refresh('tasks');
      },
    }),
  );
  const send = () => text.trim() && comment.mutate({ id: taskId, text: text.trim() });
  return (
    <div className="flex flex-col gap-2 not-first:mt-1.5">
      <UnsavedGuard unsaved={text.trim() !== ''} />
      <Textarea
        aria-label="Comment"
        placeholder="Write a comment"
        short
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {comment.error && (
        <p role="alert" className="text-small text-danger-fg">
          {refusalText(comment.error)}
        </p>
      )}
      {text.trim() && (
        <div className="flex justify-end">
          <Button size="small" disabled={comment.isPending} onClick={send}>
            Comment
          </Button>
        </div>
      )}
    </div>
  );
}

/** What people and agents said about the task. */
export function TaskComments({ taskId }: { readonly taskId: string }) {
  const query = useQuery(trpc.tasks.comments.queryOptions({ id: taskId }));
  return (
    <PanelSection title="Comments">
      <QueryView query={query} what="The comments" pending={null}>
        {(page) => (
          <ul className="flex flex-col gap-3">
            {page.items.map((comment) => (
              <li key={comment.id} className="flex flex-col gap-1">
                <span className="flex items-center gap-2 text-small">
                  {comment.author.startsWith('rn_') ? <RoleBadge of="worker" /> : <PersonBadge name={comment.author} />}
                  <span className="font-medium">{comment.author}</span>
                  <RelativeTime at={comment.createdAt} className="text-fg-3" />
                </span>
                <Markdown text={comment.text} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <CommentForm taskId={taskId} />
    </PanelSection>
  );
}
