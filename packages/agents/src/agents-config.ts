import { type ConfigKey, choiceKey, numberKey, textKey, wordsKey } from '@cw/config';
import { isModelName } from './model/model-name.ts';
import { isHostRule } from './model/network-host.ts';
import { sandboxModes, sandboxNetworks } from './model/sandbox.ts';
import { permissionLevels } from './model/settings.ts';

/** Empty: whatever the program takes by itself. */
export const modelKey: ConfigKey<string> = {
  ...textKey(
    'agents.model',
    'The model that workers use: opus, sonnet, or a full name; empty: what their program takes by itself.',
    '',
  ),
  expects: 'the name of a model as the program takes it: opus, sonnet, or a full name',
  parse: (text) => (text.trim() === '' || isModelName(text.trim()) ? text.trim() : undefined),
};

export const permissionsKey = choiceKey(
  'agents.permissions',
  'What an agent may do unasked: everything (edits in its worktree, and any command), accept-edits (edits there), ask (neither)',
  {
    fallback: 'everything',
    of: permissionLevels,
    warnings: {
      everything:
        'Agents run any command as you, unasked. They work in a worktree of their own, but nothing keeps a command in there, unless agents.sandbox is on.',
    },
  },
);

export const sandboxKey = choiceKey(
  'agents.sandbox',
  'Whether agents are kept in a sandbox (Linux, bubblewrap), where they write to their worktree and cannot see the workspace or your secrets',
  { fallback: 'off', of: sandboxModes },
);

const plainPaths = wordsKey(
  'agents.sandboxWritable',
  'Further folders that agents in a sandbox may write to, such as caches of package managers. What they leave there reaches whoever uses it.',
);

export const sandboxWritableKey: ConfigKey<readonly string[]> = {
  ...plainPaths,
  expects: 'absolute paths other than / and without .., with spaces between them, or a JSON array of texts',
  parse: (text) => {
    const paths = plainPaths.parse(text);
    const isPlace = (path: string) =>
      /^\/+[^/]/.test(path) && !/\0|\n|(^|\/)\.\.(\/|$)/.test(path) && !/^\/+\.?\/*$/.test(path);
    return paths?.every(isPlace) ? paths : undefined;
  },
};

export const sandboxNetworkKey = choiceKey(
  'agents.sandboxNetwork',
  'The network of agents in a sandbox: shared (that of this machine, with what listens on it) or private (their model and agents.sandboxHosts only)',
  {
    fallback: 'shared',
    of: sandboxNetworks,
    warnings: {
      private: 'Only agents in a sandbox have a network of their own: agents.sandbox says who is in one.',
    },
  },
);

const plainHosts = wordsKey(
  'agents.sandboxHosts',
  'Hosts that agents in a private network may reach besides their model, such as registries of packages',
);

export const sandboxHostsKey: ConfigKey<readonly string[]> = {
  ...plainHosts,
  expects:
    'hosts such as example.com, *.example.com or 10.0.0.5:8080, with spaces between them, or a JSON array of texts; without a port, 80 and 443 are meant',
  parse: (text) => {
    const hosts = plainHosts.parse(text);
    return hosts?.every(isHostRule) ? hosts : undefined;
  },
};

const week = 604_800;

export const stallShownKey = numberKey(
  'agents.stallShownAfter',
  'After how many seconds without a sign of life a run is shown as stalled; 0: never',
  { fallback: 300, min: 0, max: week },
);

export const stallAskedKey = numberKey(
  'agents.stallAskedAfter',
  'After how many seconds without a sign of life an agent is asked whether it is still at work; 0: never',
  { fallback: 600, min: 0, max: week },
);

export const stallEndedKey = numberKey(
  'agents.stallEndedAfter',
  'After how many seconds without a sign of life an agent is ended, with its work kept; 0: never',
  { fallback: 1_200, min: 0, max: week },
);

export const handoffAtKey = numberKey(
  'agents.handoffAt',
  'Share of its context from which a worker is told to hand over to one with a fresh context; 0: never',
  { fallback: 0.5, min: 0, max: 1, decimals: 2 },
);

export const handoffAtCoordinatorsKey = numberKey(
  'agents.handoffAtCoordinators',
  'The same for agents that coordinate others',
  { fallback: 0.4, min: 0, max: 1, decimals: 2 },
);

export const capabilitiesKey = wordsKey(
  'agents.capabilities',
  'What the workers that cw starts are capable of, for tasks that require it.',
);

export const offlineAfterKey = numberKey(
  'agents.offlineAfter',
  'After how many seconds without a sign a registered agent counts as offline',
  { fallback: 300, min: 1, max: week, scopes: ['workspace'] },
);
