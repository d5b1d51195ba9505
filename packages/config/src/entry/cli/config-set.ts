import { type CliContext, type CliInput, type CliRun, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import type { ConfigKey, Scope } from '../../model/config-key.ts';
import { setSetting } from '../../settings.ts';
import { configRefusals } from '../refusals.ts';

type Keys = () => Promise<readonly ConfigKey[]>;

export function configSet(keys: Keys): CliRun {
  return async (input, context) => change(keys, input, context, input.argument('value'));
}

export function configUnset(keys: Keys): CliRun {
  return async (input, context) => change(keys, input, context, undefined);
}

async function change(keys: Keys, input: CliInput, context: CliContext, value: string | undefined): ReturnType<CliRun> {
  const { transact } = context.workspace.storage;
  const result = await setSetting(
    { transact, keys: await keys() },
    { key: input.argument('key'), value, ...layerOf(input) },
    await context.act(),
  );
  if (!result.ok) return err(toRefusal(configRefusals, result.error));
  const view = result.value;
  return ok({
    data: view,
    ids: [view.key],
    text: (style) => `${view.key} is ${style.bold(view.value)} ${style.dim(`(${view.from})`)}`,
  });
}

function layerOf(input: CliInput): { scope: Scope; scopeId: string } {
  const task = input.option('task');
  if (task !== undefined) return { scope: 'task', scopeId: task };
  const project = input.option('project');
  if (project !== undefined) return { scope: 'project', scopeId: project };
  return { scope: 'workspace', scopeId: '' };
}
