import { IdText, PropertyRow, shortId } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import type { ItemView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { harmless } from '../../entities/text/harmless.ts';

function textOf(item: ItemView, name: string): string | undefined {
  const value = item.details[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What “always” would allow from then on. */
function ruleOf(item: ItemView): string | undefined {
  const { rule } = item.details;
  if (typeof rule !== 'object' || rule === null) return undefined;
  const [tool, pattern] = ['tool', 'pattern'].map((name) => Reflect.get(rule, name));
  return typeof tool === 'string' ? `${tool}: ${typeof pattern === 'string' ? pattern : 'any call'}` : undefined;
}

/** What an item is about, each with the way there. */
export function ItemFacts({ item }: { readonly item: ItemView }) {
  const [mergeId, place, account] = [textOf(item, 'mergeId'), textOf(item, 'place'), textOf(item, 'accountName')];
  const rule = ruleOf(item);
  const { taskId, runId, projectId } = item;
  return (
    <div>
      {taskId !== null && (
        <dl>
          <PropertyRow name="Task" touch>
            <Link
              to="/tasks/$taskId"
              params={{ taskId }}
              search={onlyProject}
              className="min-w-0 hover:underline max-md:py-2.5"
              title={item.taskTitle ?? taskId}
            >
              <span className="mr-1.5 font-mono text-fg-3">{shortId(taskId)}</span>
              <span className="wrap-anywhere">{item.taskTitle}</span>
            </Link>
          </PropertyRow>
        </dl>
      )}
      {item.waiting > 0 && (
        <p className="text-small text-fg-2">
          {item.waiting === 1 ? '1 task waits for this.' : `${item.waiting} tasks wait for this.`}
        </p>
      )}
      <dl className="grid gap-x-6 md:grid-cols-2">
        {runId !== null && (
          <PropertyRow name="Agent" touch>
            <Link
              to="/runs/$runId"
              params={{ runId }}
              search={onlyProject}
              className="min-w-0 truncate hover:underline max-md:py-2.5"
              title={runId}
            >
              {item.agentName ?? 'Its run'}
            </Link>
          </PropertyRow>
        )}
        {mergeId !== undefined && (
          <PropertyRow name="Merge" touch>
            <Link
              to="/merges/$mergeId"
              params={{ mergeId }}
              search={onlyProject}
              className="font-mono hover:underline max-md:py-2.5"
              title={mergeId}
            >
              {shortId(mergeId)}
            </Link>
          </PropertyRow>
        )}
        {projectId !== null && (
          <PropertyRow name="Project" touch>
            <Link
              to="/projects/$projectId"
              params={{ projectId }}
              search={onlyProject}
              className="min-w-0 truncate hover:underline max-md:py-2.5"
            >
              {item.projectName ?? projectId}
            </Link>
          </PropertyRow>
        )}
        {account !== undefined && (
          <PropertyRow name="Account" touch>
            <Link to="/accounts" search={onlyProject} className="hover:underline max-md:py-2.5">
              {account}
            </Link>
          </PropertyRow>
        )}
      </dl>
      <dl>
        {place !== undefined && (
          <PropertyRow name="Place">
            <code className="wrap-anywhere">{harmless(place)}</code>
          </PropertyRow>
        )}
        {rule !== undefined && item.choices.some(({ name }) => name === 'always') && (
          <PropertyRow name="Always">
            <code className="wrap-anywhere">{harmless(rule)}</code>
          </PropertyRow>
        )}
        <PropertyRow name="Id">
          <IdText id={item.id} whole />
        </PropertyRow>
      </dl>
    </div>
  );
}
