import type { CliCommand, CliContext, Refusal } from '@cw/entry';
import type { Result } from '@cw/kernel';
import type { ConfigKey } from '../../model/config-key.ts';
import type { ScopeIds } from '../../queries/read-setting.ts';

const layer = [
  { name: 'project', value: '<project>', description: 'for this project only' },
  { name: 'task', value: '<task>', description: 'for this task only' },
] as const;

/** Turns what a person calls a project or a task into whole ids; this room knows neither. */
export type LayerIds = (
  context: CliContext,
  named: { readonly project: string | undefined; readonly task: string | undefined },
) => Promise<Result<ScopeIds, Refusal>>;

export type ConfigDoor = { readonly keys: () => Promise<readonly ConfigKey[]>; readonly layerIds: LayerIds };

/** `cw config …` over the keys that the program's modules bring. */
export function configCommands(door: ConfigDoor): readonly CliCommand[] {
  return [
    {
      path: ['config', 'list'],
      aliases: ['config ls'],
      summary: 'List all settings, their values and where each comes from',
      options: layer,
      looks: true,
      load: async () => (await import('./config-read.ts')).configList(door),
    },
    {
      path: ['config', 'get'],
      summary: 'Show the value of one setting',
      arguments: [{ name: 'key', description: 'name of the setting' }],
      options: layer,
      looks: true,
      load: async () => (await import('./config-read.ts')).configGet(door),
    },
    {
      path: ['config', 'set'],
      summary: 'Set a value',
      forPeople: true,
      arguments: [
        { name: 'key', description: 'name of the setting' },
        { name: 'value', description: 'its value' },
      ],
      options: layer,
      examples: ['cw config set orchestrator.maxConcurrent 2'],
      load: async () => (await import('./config-set.ts')).configSet(door),
    },
    {
      path: ['config', 'unset'],
      summary: 'Remove a value, so that the layer below applies again',
      forPeople: true,
      arguments: [{ name: 'key', description: 'name of the setting' }],
      options: layer,
      load: async () => (await import('./config-set.ts')).configUnset(door),
    },
  ];
}
