import { cx, PriorityIcon, RelativeTime, StateIcon } from '@cw/ui';
import { ArrowRight } from '@cw/ui/icons';
import { Link } from '@tanstack/react-router';
import type { MergeRequestView, MergeSize } from '../../data/api-types.ts';
import { verdictShown } from '../../entities/check/check-state.ts';
import { mergeShown } from '../../entities/merge/merge-state.ts';
import { plural } from '../../entities/text/format.ts';

type MergeLineProps = {
  readonly merge: MergeRequestView;
  readonly place: number | undefined;
  readonly active: boolean;
  readonly size: MergeSize | undefined;
};

function Checks({ merge }: { readonly merge: MergeRequestView }) {
  const { state, name } = verdictShown(merge.verdict);
  const passed = merge.checks.filter(({ verdict }) => verdict === 'passed').length;
  const isCounted = merge.checks.length > 0 && merge.verdict !== 'not-run';
  const told = isCounted ? `${passed} of ${plural(merge.checks.length, 'check')}` : name;
  return (
    <span className="hidden w-28 shrink-0 items-center gap-1.5 text-small text-fg-3 xl:flex" title={`Checks: ${name}`}>
      <StateIcon state={state} bare />
      <span className="truncate">{told}</span>
    </span>
  );
}

/** What it brings; its room is kept while that is counted. */
function Size({ size }: { readonly size: MergeSize | undefined }) {
  return (
    <span className="hidden w-36 shrink-0 justify-end gap-1.5 text-small text-fg-3 tabular-nums lg:flex">
      {size && (
        <>
          <span>{plural(size.files, 'file')}</span>
          <span>+{size.added}</span>
          <span>−{size.removed}</span>
        </>
      )}
    </span>
  );
}

/** Why it stands where it does: the check that kept it out, or the reason. */
function noteOf(merge: MergeRequestView): string | null {
  if (merge.failedCheck) return merge.failedCheck.name;
  return merge.state === 'held' ? `${mergeShown(merge.state).name} · ${merge.reason}` : merge.reason;
}

/** A merge request in the queue: its task, whose work it is, what it brings, how its checks went. */
export function MergeLine({ merge, place, active, size }: MergeLineProps) {
  const shown = mergeShown(merge.state);
  return (
    <li id={merge.id}>
      <Link
        to="/merges/$mergeId"
        params={{ mergeId: merge.id }}
        search={true}
        className={cx(
          'flex h-8 items-center gap-2.5 border-l-2 pr-4 pl-3.5 outline-offset-[-2px] max-md:h-11',
          active ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
        )}
      >
        <span className="w-4 shrink-0 text-right text-small text-fg-3 tabular-nums max-md:empty:hidden">{place}</span>
        <PriorityIcon priority={merge.priority} />
        <StateIcon state={shown.state} />
        <span className="min-w-0 flex-1 truncate">
          {merge.taskTitle}
          <span className="ml-2 text-small text-fg-3">{noteOf(merge)}</span>
        </span>
        <span className="hidden w-24 shrink-0 truncate text-small text-fg-2 md:inline" title="Whose work it is">
          {merge.agentName}
        </span>
        <Size size={size} />
        <Checks merge={merge} />
        <span className="hidden max-w-56 shrink-0 items-center gap-1.5 text-small text-fg-2 2xl:flex">
          <span className="truncate">{merge.projectName}</span>
          <ArrowRight aria-hidden="true" size={12} className="shrink-0 text-fg-mute" />
          <code className="truncate">{merge.targetBranch}</code>
        </span>
        <RelativeTime
          at={merge.endedAt ?? merge.startedAt ?? merge.createdAt}
          className="w-8 shrink-0 text-right text-small text-fg-3"
        />
      </Link>
    </li>
  );
}
