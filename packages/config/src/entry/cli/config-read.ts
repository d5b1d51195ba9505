import { type CliRun, plainText, textTable, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { findKey } from '../../model/config-key.ts';
import { showSetting } from '../../queries/read-setting.ts';
import { configRefusals } from '../refusals.ts';
import type { ConfigDoor } from './commands.ts';

export function configList(door: ConfigDoor): CliRun {
  return async (input, context) => {
    const known = await door.keys();
    const ids = await door.layerIds(context, { project: input.option('project'), task: input.option('task') });
    if (!ids.ok) return ids;
    const items = await Promise.all(known.map((key) => showSetting(context.workspace.storage.read, key, ids.value)));
    return ok({
      data: { items, total: items.length, nextCursor: null },
      ids: items.map((item) => item.key),
      text: (style) =>
        textTable(
          [
            { title: 'SETTING', value: (item) => item.key },
            { title: 'VALUE', value: (item) => item.value },
            {
              title: 'FROM',
              value: (item) => item.from,
              paint: (cell, item) => (item.from === 'default' ? style.dim(cell) : cell),
            },
            { title: 'WHAT IT IS', value: (item) => item.description, flexible: true, paint: style.dim },
          ],
          items,
          { width: context.width, head: style.dim },
        ),
    });
  };
}

export function configGet(door: ConfigDoor): CliRun {
  return async (input, context) => {
    const key = findKey(await door.keys(), input.argument('key'));
    if (!key.ok) return err(toRefusal(configRefusals, key.error));
    const ids = await door.layerIds(context, { project: input.option('project'), task: input.option('task') });
    if (!ids.ok) return ids;
    const view = await showSetting(context.workspace.storage.read, key.value, ids.value);
    return ok({
      data: view,
      ids: [view.value],
      note: view.warning ?? undefined,
      text: (style) => `${plainText(view.value)}  ${style.dim(`(${view.from})`)}`,
    });
  };
}
