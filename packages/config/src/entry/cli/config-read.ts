import { type CliInput, type CliRun, textTable, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { type ConfigKey, findKey } from '../../model/config-key.ts';
import { type ScopeIds, showSetting } from '../../queries/read-setting.ts';
import { configRefusals } from '../refusals.ts';

type Keys = () => Promise<readonly ConfigKey[]>;

export function configList(keys: Keys): CliRun {
  return async (input, context) => {
    const known = await keys();
    const ids = scopeIds(input);
    const items = await Promise.all(known.map((key) => showSetting(context.workspace.storage.read, key, ids)));
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

export function configGet(keys: Keys): CliRun {
  return async (input, context) => {
    const key = findKey(await keys(), input.argument('key'));
    if (!key.ok) return err(toRefusal(configRefusals, key.error));
    const view = await showSetting(context.workspace.storage.read, key.value, scopeIds(input));
    return ok({ data: view, ids: [view.value], text: (style) => `${view.value}  ${style.dim(`(${view.from})`)}` });
  };
}

export function scopeIds(input: CliInput): ScopeIds {
  return { project: input.option('project'), task: input.option('task') };
}
