import { Button, cx, EmptyState, SkeletonRows, shortId } from '@cw/ui';
import { ArrowLeft, LockKeyhole, Plus } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '../../data/api.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useProjectNames } from '../../entities/project/projects.ts';
import { useAllRules } from '../../entities/rule/all-rules.ts';
import { useKeys } from '../../frame/keys.ts';
import { openWindow } from '../../frame/layout.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { LayerMenu } from './layer-menu.tsx';
import { RuleList } from './rule-list.tsx';
import { type Layer, SettingRow } from './setting-row.tsx';

const modeKey = 'agents.permissions';

function useMode(project: string | undefined) {
  const { data } = useQuery(trpc.config.list.queryOptions(project ? { project } : undefined));
  return data?.items.find(({ key }) => key === modeKey);
}

/** What agents are asked about at all. */
function Mode({ project }: { readonly project: string | undefined }) {
  const setting = useMode(project);
  const names = useProjectNames();
  const layer: Layer = project ? { scope: 'project', scopeId: project } : { scope: 'workspace', scopeId: '' };
  return (
    <section aria-label="Mode" className="min-h-24 shrink-0 border-b border-line px-4">
      {setting && (
        <SettingRow key={layer.scopeId} setting={setting} layer={layer} nameOf={(id) => names.get(id) ?? shortId(id)} />
      )}
    </section>
  );
}

function Head({ count, project }: { readonly count: number; readonly project: string | undefined }) {
  const unasked = useMode(project)?.value === 'everything';
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 px-4 py-1 text-small">
      <h2 className="font-medium text-fg-2">Allowed without asking</h2>
      <span className="text-fg-3 tabular-nums">{count.toLocaleString('en-US')}</span>
      {unasked && (
        <span className="text-fg-3">
          {project
            ? 'Agents do not ask in this project, so its rules have no effect.'
            : 'Agents do not ask, except in projects that are set to ask; there the rules apply.'}
        </span>
      )}
    </div>
  );
}

/** What agents may do unasked: the mode, and the rules that a person made, with the one that is open beside them. */
export function PermissionsScreen({ panel }: { readonly panel: ReactNode }) {
  const { project }: { project?: string | undefined } = useSearch({ strict: false });
  const { ruleId } = useParams({ strict: false });
  const query = useAllRules(project);
  const add = () => openWindow.set({ kind: 'add-rule', projectId: project });
  useKeys([{ keys: 'n', label: 'Add rule', group: 'In a list', run: add }]);
  return (
    <>
      <TopBar
        tabTitle="Permissions"
        title={
          <span className="flex items-center gap-2">
            <Link
              to="/settings"
              search={{ project }}
              className="inline-flex items-center gap-1 text-fg-2 hover:text-fg max-md:-ml-1 max-md:size-11 max-md:justify-center"
            >
              <ArrowLeft aria-hidden="true" size={16} className="md:hidden" />
              <span className="max-md:sr-only">Settings</span>
            </Link>
            <span aria-hidden="true" className="text-fg-mute max-md:hidden">
              ›
            </span>
            Permissions
          </span>
        }
      >
        <LayerMenu project={project} />
        <Button
          className="max-md:size-11 max-md:border-0 max-md:bg-transparent max-md:px-0"
          icon={<Plus aria-hidden="true" size={14} />}
          onClick={add}
        >
          <span className="max-md:sr-only">Add rule</span>
        </Button>
      </TopBar>
      <div className="flex min-h-0 flex-1">
        <div className={cx('min-h-0 min-w-0 flex-1 flex-col', ruleId ? 'hidden lg:flex' : 'flex')}>
          <Mode project={project} />
          <QueryView query={query} what="The rules" pending={<SkeletonRows rows={6} label="Loading the rules" />}>
            {({ items }) =>
              items.length === 0 ? (
                <EmptyState
                  icon={<LockKeyhole />}
                  title="No rules yet"
                  action={<Button onClick={add}>Add rule</Button>}
                >
                  Answering “Always” in the inbox adds a rule here, and you can add one yourself.
                </EmptyState>
              ) : (
                <>
                  <Head count={items.length} project={project} />
                  <RuleList rules={items} />
                </>
              )
            }
          </QueryView>
        </div>
        {panel}
      </div>
    </>
  );
}
