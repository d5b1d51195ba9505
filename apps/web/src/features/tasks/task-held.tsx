import { Link } from '@tanstack/react-router';
import type { TaskView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { WaitingMerge } from '../../entities/merge/waiting-merge.tsx';
import { pendingText } from '../../entities/task/task-state.ts';

/** That somebody holds the merge of the task, and why, with the ways on. */
export function TaskHeld({ task }: { readonly task: TaskView }) {
  const merges = useMergeByRun(task.id);
  if (task.pending?.why !== 'merge') return null;
  const held = [...merges.values()].find(({ state }) => state === 'held');
  return (
    <section aria-label="On hold" className="mt-3 rounded-card border border-line bg-sunken px-3 py-2.5">
      <p className="wrap-anywhere">{pendingText(task)}</p>
      <div className="mt-3 flex min-h-7 flex-wrap items-center gap-1.5 max-md:min-h-11">
        {held && <WaitingMerge merge={held} />}
      </div>
      {held && (
        <p className="mt-3 text-small text-fg-2">
          <Link
            to="/merges/$mergeId"
            params={{ mergeId: held.id }}
            search={onlyProject}
            className="touch-area hover:text-fg hover:underline"
          >
            Merge request
          </Link>
        </p>
      )}
    </section>
  );
}
