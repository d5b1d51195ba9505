import { expect, test } from 'vitest';
import { settingName } from './setting-name.ts';

test.each([
  ['orchestrator.maxConcurrent', 'Max concurrent'],
  ['agents.sandbox', 'Sandbox'],
  ['agents.claude.command', 'Claude command'],
  ['orchestrator.maxCostPerDay', 'Max cost per day'],
])('%s is called %s', (key, name) => {
  expect(settingName(key)).toBe(name);
});
