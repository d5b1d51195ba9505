import { ChevronRight, LockKeyhole } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import { plural } from '../../entities/text/format.ts';

/** The way from the settings to the rules of what agents may do unasked. */
export function PermissionsLink({ project }: { readonly project: string | undefined }) {
  const { data } = useQuery(trpc.rules.list.queryOptions({ ...(project && { projectId: project }), limit: 1 }));
  return (
    <Link
      to="/settings/permissions"
      search={{ project }}
      className="mt-5 flex min-h-11 items-center gap-2.5 rounded-card border border-line px-3.5 py-2 hover:bg-hover"
    >
      <LockKeyhole aria-hidden="true" size={16} className="shrink-0 text-fg-mute" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">Permissions</span>
        <span className="block text-small text-fg-2">What you allow agents to do without asking.</span>
      </span>
      <span className="shrink-0 text-small text-fg-3 tabular-nums">{data && plural(data.total, 'rule')}</span>
      <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-fg-mute" />
    </Link>
  );
}
