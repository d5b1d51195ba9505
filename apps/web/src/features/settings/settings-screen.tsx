import { EmptyState, IdText, Input, PropertyRow, SkeletonRows, shortId } from '@cw/ui';
import { Search, Settings2 } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { trpc } from '../../data/api.ts';
import type { SettingView } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useProjectNames } from '../../entities/project/projects.ts';
import { useKeys } from '../../frame/keys.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { LayerMenu } from './layer-menu.tsx';
import { PermissionsLink } from './permissions-link.tsx';
import { type Area, byArea, settingsWith } from './setting-areas.ts';
import { type Layer, SettingRow } from './setting-row.tsx';
import type { SettingsSearch } from './settings-search.ts';

function About() {
  const { data } = useQuery(trpc.system.status.queryOptions());
  if (!data) return null;
  return (
    <section id="settings-about" className="border-t border-line pt-5 pb-8">
      <h2 className="mb-2 font-semibold">About</h2>
      <dl>
        <PropertyRow name="Version">{data.version}</PropertyRow>
        <PropertyRow name="Workspace">
          <IdText id={data.home} whole className="whitespace-normal! text-left wrap-anywhere" />
        </PropertyRow>
      </dl>
    </section>
  );
}

const anchorOf = (name: string) => `settings-${name.toLowerCase()}`;

/** The groups, to jump to. */
function Contents({ areas }: { readonly areas: readonly Area[] }) {
  return (
    <nav aria-label="Contents" className="sticky top-5 hidden w-36 shrink-0 flex-col gap-0.5 self-start lg:flex">
      {[...areas.map(({ name }) => name), 'About'].map((name) => (
        <button
          key={name}
          type="button"
          className="flex h-7 items-center rounded-control px-2 text-left text-fg-2 hover:bg-hover hover:text-fg"
          onClick={() => document.getElementById(anchorOf(name))?.scrollIntoView({ block: 'start' })}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}

/** What is typed finds settings by name, key and description. */
function SearchField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ keys: '/', label: 'Search the settings', group: 'In a list', run: () => field.current?.focus() }]);
  return (
    <Input
      ref={field}
      type="search"
      icon={<Search aria-hidden="true" />}
      aria-label="Search the settings"
      aria-keyshortcuts="/"
      placeholder="Search the settings"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

function Areas({ areas, layer }: { readonly areas: readonly Area[]; readonly layer: Layer }) {
  const names = useProjectNames();
  return areas.map((area) => (
    <section key={area.name} id={anchorOf(area.name)} className="scroll-mt-2 pt-5">
      <h2 className="font-semibold">{area.name}</h2>
      {area.settings.map((setting) => (
        <SettingRow
          key={`${layer.scopeId} ${setting.key}`}
          setting={setting}
          layer={layer}
          nameOf={(id) => names.get(id) ?? shortId(id)}
        />
      ))}
    </section>
  ));
}

type Asked = SettingsSearch & { project?: string | undefined };

function Settings({ all, search }: { readonly all: readonly SettingView[]; readonly search: Asked }) {
  const { project, q = '' } = search;
  const navigate = useNavigate({ from: '/settings' });
  const layer: Layer = project ? { scope: 'project', scopeId: project } : { scope: 'workspace', scopeId: '' };
  const here = all.filter((setting) => setting.scopes.includes(layer.scope));
  const areas = byArea(settingsWith(here, q));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4">
      <div className="mx-auto flex w-full max-w-240 gap-8">
        <Contents areas={areas} />
        <div className="w-full max-w-200 min-w-0">
          <div className="pt-4">
            <SearchField
              text={q}
              onChange={(next) =>
                void navigate({
                  to: '.',
                  search: (previous) => ({ ...previous, q: next || undefined }),
                  replace: true,
                })
              }
            />
          </div>
          {project && (
            <p className="pt-4 text-fg-2">
              What is set here holds for this project alone; the rest comes from the workspace.
            </p>
          )}
          {q === '' && <PermissionsLink project={project} />}
          {areas.length === 0 ? (
            <p role="status" className="py-8 text-center text-fg-2">
              No setting has “{q}” in its name or description.
            </p>
          ) : (
            <Areas areas={areas} layer={layer} />
          )}
          {q === '' && <About />}
        </div>
      </div>
    </div>
  );
}

/** What can be set, with each value's origin: for the workspace, or for one project, which inherits from it. */
export function SettingsScreen() {
  const search: Asked = useSearch({ from: '/settings' });
  const { project } = search;
  const query = useQuery(trpc.config.list.queryOptions(project ? { project } : undefined));
  return (
    <>
      <TopBar title="Settings">
        <LayerMenu project={project} />
      </TopBar>
      <QueryView query={query} what="The settings" pending={<SkeletonRows rows={6} label="Loading settings" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<Settings2 />} title="Nothing to set">
              The modules in use have no settings.
            </EmptyState>
          ) : (
            <Settings all={items} search={search} />
          )
        }
      </QueryView>
    </>
  );
}
