import { expect, test } from 'vitest';
import type { SettingView } from '../../data/api-types.ts';
import { byArea, settingsWith } from './setting-areas.ts';

const named = (key: string, name: string, description: string) => ({ key, name, description }) as SettingView;

const settings = [
  named('agents.sandbox', 'Sandbox', 'Whether agents run in a sandbox'),
  named('orchestrator.maxConcurrent', 'Max concurrent', 'How many agents run at once'),
  named('agents.model', 'Model', 'The model that workers use'),
];

test('settings stand under the first word of their keys, as a heading is written', () => {
  expect(byArea(settings).map(({ name, settings: list }) => [name, list.map(({ key }) => key)])).toEqual([
    ['Agents', ['agents.sandbox', 'agents.model']],
    ['Orchestrator', ['orchestrator.maxConcurrent']],
  ]);
});

test.each([
  ['sandbox', ['agents.sandbox']],
  ['AGENTS once', ['orchestrator.maxConcurrent']],
  ['agents.', ['agents.sandbox', 'agents.model']],
  ['nothing at all', []],
  ['', ['agents.sandbox', 'orchestrator.maxConcurrent', 'agents.model']],
])('“%s” finds settings by name, key and description', (text, keys) => {
  expect(settingsWith(settings, text).map(({ key }) => key)).toEqual(keys);
});
