import { EmptyState, IdText, PropertyRow, SkeletonRows, shortId } from '@cw/ui';
import { Settings2 } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { SettingView } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useProjectNames } from '../../entities/project/projects.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { LayerMenu } from './layer-menu.tsx';
import { PermissionsLink } from './permissions-link.tsx';
import { type Layer, SettingRow } from './setting-row.tsx';

const areaNames: Readonly<Record<string, string>> = { agents: 'Agents', orchestrator: 'Orchestrator' };

type Area = { readonly name: string; readonly settings: readonly SettingView[] };

/** Settings under the first word of their keys. */
function byArea(settings: readonly SettingView[]): readonly Area[] {
  const areas = new Map<string, SettingView[]>();
  for (const setting of settings) {
    const area = setting.key.slice(0, setting.key.indexOf('.'));
    areas.set(area, [...(areas.get(area) ?? []), setting]);
  }
  return [...areas].map(([area, list]) => ({ name: areaNames[area] ?? area, settings: list }));
}

function About() {
  const { data } = useQuery(trpc.system.status.queryOptions());
  if (!data) return null;
  return (
    <section className="border-t border-line pt-5 pb-8">
      <h2 className="mb-2 text-small font-medium text-fg-2">About</h2>
      <dl>
        <PropertyRow name="Version">{data.version}</PropertyRow>
        <PropertyRow name="Workspace">
          <IdText id={data.home} whole className="whitespace-normal! text-left wrap-anywhere" />
        </PropertyRow>
      </dl>
    </section>
  );
}

/** What can be set, with each value's origin: for the workspace, or for one project, which inherits from it. */
export function SettingsScreen() {
  const { project }: { project?: string | undefined } = useSearch({ from: '/settings' });
  const names = useProjectNames();
  const query = useQuery(trpc.config.list.queryOptions(project ? { project } : undefined));
  const layer: Layer = project ? { scope: 'project', scopeId: project } : { scope: 'workspace', scopeId: '' };
  return (
    <>
      <TopBar title="Settings">
        <LayerMenu project={project} />
      </TopBar>
      <QueryView query={query} what="The settings" pending={<SkeletonRows rows={6} label="Loading settings" />}>
        {(page) => {
          const shown = page.items.filter((setting) => setting.scopes.includes(layer.scope));
          return shown.length === 0 ? (
            <EmptyState icon={<Settings2 />} title="Nothing to set">
              The modules in use have no settings.
            </EmptyState>
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto px-4">
              <div className="mx-auto w-full max-w-200">
                {project && (
                  <p className="pt-4 text-fg-2">
                    What is set here holds for this project alone; the rest comes from the workspace.
                  </p>
                )}
                <PermissionsLink project={project} />
                {byArea(shown).map((area) => (
                  <section key={area.name} className="pt-5">
                    <h2 className="text-small font-medium text-fg-2">{area.name}</h2>
                    {area.settings.map((setting) => (
                      <SettingRow
                        key={`${layer.scopeId} ${setting.key}`}
                        setting={setting}
                        layer={layer}
                        nameOf={(id) => names.get(id) ?? shortId(id)}
                      />
                    ))}
                  </section>
                ))}
                <About />
              </div>
            </div>
          );
        }}
      </QueryView>
    </>
  );
}
