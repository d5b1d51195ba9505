import { ScrollBox, shortId } from '@cw/ui';
import { Archive, Bookmark, FolderGit2, GitBranch, ScrollText, TriangleAlert } from '@cw/ui/icons';
import { Link } from '@tanstack/react-router';
import type { Cleaning } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { formatBytes, plural } from '../../entities/text/format.ts';
import { countedKind, type GoneKind, shortThing } from './cleaning-words.ts';

const icons: Readonly<Record<GoneKind, typeof Archive>> = {
  worktree: FolderGit2,
  branch: GitBranch,
  log: ScrollText,
  ref: Bookmark,
  crash: TriangleAlert,
  'set-aside': Archive,
  clone: FolderGit2,
};
/** Nobody reads more of them; the history of the workspace names each. */
const mostShown = 200;

type CleaningListProps = { readonly cleaning: Cleaning; readonly onLeave: () => void };

/** Each thing that goes, with the task that it was of. */
export function GoneList({ cleaning: { removed }, onLeave }: CleaningListProps) {
  if (removed.length === 0) return null;
  return (
    <ScrollBox label="To be removed" className="max-h-64 rounded-card border border-line">
      <ul aria-label={plural(removed.length, 'thing')}>
        {removed.slice(0, mostShown).map(({ kind, thing, taskId, bytes, commit }) => {
          const Icon = icons[kind];
          return (
            <li
              key={`${kind} ${thing}`}
              className="flex min-h-8 items-center gap-2.5 border-b border-line px-3 text-small last:border-b-0"
            >
              <Icon aria-hidden="true" size={14} className="shrink-0 text-fg-mute" />
              <span className="sr-only">{countedKind(1, kind).slice(2)}</span>
              <code className="min-w-0 flex-1 truncate" title={commit === null ? thing : `${thing} at ${commit}`}>
                {shortThing(thing)}
              </code>
              {taskId !== null && (
                <Link
                  to="/tasks/$taskId"
                  params={{ taskId }}
                  search={onlyProject}
                  className="flex shrink-0 items-center font-mono text-[11.5px] text-fg-3 hover:underline max-md:min-h-11"
                  onClick={onLeave}
                >
                  {shortId(taskId)}
                </Link>
              )}
              <span className="w-16 shrink-0 text-right text-fg-3 tabular-nums max-md:w-auto">
                {bytes !== null && formatBytes(bytes)}
              </span>
            </li>
          );
        })}
        {removed.length > mostShown && (
          <li className="px-3 py-1.5 text-small text-fg-3">and {plural(removed.length - mostShown, 'other')}</li>
        )}
      </ul>
    </ScrollBox>
  );
}

/** What stays, and why. */
export function KeptList({ kept }: Pick<Cleaning, 'kept'>) {
  if (kept.length === 0) return null;
  return (
    <section aria-label="To be kept" className="flex flex-col gap-1">
      <h3 className="text-small font-medium text-fg-2">Stays</h3>
      <ul className="flex flex-col text-small text-fg-2">
        {kept.map(({ kind, why, count, things }) => (
          <li key={`${kind} ${why}`} className="py-0.5 wrap-anywhere" title={things.join('\n')}>
            {countedKind(count, kind)}: {why}
          </li>
        ))}
      </ul>
    </section>
  );
}
