import { type CliContext, type CliInput, type CliRun, plainText, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { setSetting } from '../../commands/set-setting.ts';
import type { Scope } from '../../model/config-key.ts';
import type { ScopeIds } from '../../queries/read-setting.ts';
import { settings } from '../../run.ts';
import { configRefusals } from '../refusals.ts';
import type { ConfigDoor } from './commands.ts';

export function configSet(door: ConfigDoor): CliRun {
  return async (input, context) => change(door, input, context, input.argument('value'));
}

export function configUnset(door: ConfigDoor): CliRun {
  return async (input, context) => change(door, input, context, undefined);
}

async function change(
  door: ConfigDoor,
  input: CliInput,
  context: CliContext,
  value: string | undefined,
): ReturnType<CliRun> {
  const ids = await door.layerIds(context, { project: input.option('project'), task: input.option('task') });
  if (!ids.ok) return ids;
  const wanted = { key: input.argument('key'), value, ...layerOf(ids.value) };
  const { run } = settings(await door.keys());
  const result = await run(context.workspace, setSetting, wanted, await context.act());
  if (!result.ok) return err(toRefusal(configRefusals, result.error));
  const view = result.value;
  return ok({
    data: view,
    ids: [view.key],
    note: view.warning ?? undefined,
    text: (style) => `${view.key} is ${style.bold(plainText(view.value))} ${style.dim(`(${view.from})`)}`,
  });
}

function layerOf({ task, project }: ScopeIds): { scope: Scope; scopeId: string } {
  if (task !== undefined) return { scope: 'task', scopeId: task };
  if (project !== undefined) return { scope: 'project', scopeId: project };
  return { scope: 'workspace', scopeId: '' };
}
