import type { CliCommand } from '@cw/entry';
import type { ConfigKey } from '../../model/config-key.ts';

const layer = [
  { name: 'project', value: '<id>', description: 'in the layer of this project' },
  { name: 'task', value: '<id>', description: 'in the layer of this task' },
] as const;

/** `cw config …` over the keys that the program's modules bring. */
export function configCommands(keys: () => Promise<readonly ConfigKey[]>): readonly CliCommand[] {
  return [
    {
      path: ['config', 'list'],
      summary: 'All settings, their values and where each comes from',
      options: layer,
      load: async () => (await import('./config-read.ts')).configList(keys),
    },
    {
      path: ['config', 'get'],
      summary: 'The value of one setting',
      arguments: [{ name: 'key', description: 'name of the setting' }],
      options: layer,
      load: async () => (await import('./config-read.ts')).configGet(keys),
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
      load: async () => (await import('./config-set.ts')).configSet(keys),
    },
    {
      path: ['config', 'unset'],
      summary: 'Take a value back, so that the layer below holds again',
      forPeople: true,
      arguments: [{ name: 'key', description: 'name of the setting' }],
      options: layer,
      load: async () => (await import('./config-set.ts')).configUnset(keys),
    },
  ];
}
