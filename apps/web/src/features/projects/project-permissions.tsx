import { PanelSection, PropertyRow } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import { useAllRules } from '../../entities/rule/all-rules.ts';
import { plural } from '../../entities/text/format.ts';

const modes: Readonly<Record<string, string>> = {
  ask: 'Asks before edits and commands',
  'accept-edits': 'Edits without asking, asks before commands',
  everything: 'Edits and commands without asking',
};

const froms: Readonly<Record<string, string>> = { default: 'the default', workspace: 'as in the workspace' };

/** What the project's agents may do unasked: the mode, and how many rules hold; both are changed on their own screen. */
export function ProjectPermissions({ projectId }: { readonly projectId: string }) {
  const settings = useQuery(trpc.config.list.queryOptions({ project: projectId })).data?.items;
  const rules = useAllRules(projectId).data?.items;
  const mode = settings?.find(({ key }) => key === 'agents.permissions');
  if (!mode || !rules) return null;
  const own = rules.filter((rule) => rule.projectId === projectId).length;
  const from = froms[mode.from];
  return (
    <PanelSection
      title="Permissions"
      aside={
        <Link
          to="/settings/permissions"
          search={{ project: projectId }}
          className="inline-flex items-center font-medium text-fg-2 hover:text-fg hover:underline max-md:min-h-11"
        >
          Change
        </Link>
      }
    >
      <dl className="flex flex-col">
        <PropertyRow name="Agents">
          <span className="wrap-anywhere">
            {modes[mode.value] ?? mode.value}
            {from && <span className="text-fg-3">, {from}</span>}
          </span>
          {mode.warning !== null && <span className="basis-full text-pill-needs-fg">{mode.warning}</span>}
        </PropertyRow>
        <PropertyRow name="Rules">
          <span className="tabular-nums">
            {own === 0 ? 'None of its own' : `${own.toLocaleString('en-US')} of its own`}
            {rules.length > own && (
              <span className="text-fg-3">, {plural(rules.length - own, 'rule')} of all projects</span>
            )}
          </span>
        </PropertyRow>
      </dl>
    </PanelSection>
  );
}
