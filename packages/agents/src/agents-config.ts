import { type ConfigKey, choiceKey, numberKey, textKey, wordsKey } from '@cw/config';
import { isModelName } from './model/model-name.ts';
import { isHostRule } from './model/network-host.ts';
import { sandboxModes, sandboxNetworks } from './model/sandbox.ts';
import { permissionLevels } from './model/settings.ts';

/** Empty: the program's default. */
export const modelKey: ConfigKey<string> = {
  ...textKey(
    'agents.model',
    "The model that workers use: opus, sonnet, or a full name; empty: their program's default.",
    '',
  ),
  expects: 'a model name that the program accepts: opus, sonnet, or a full name',
  parse: (text) => (text.trim() === '' || isModelName(text.trim()) ? text.trim() : undefined),
};

export const permissionsKey = choiceKey(
  'agents.permissions',
  'What an agent may do without asking: everything (edits in its worktree, and any command), accept-edits (edits there), ask (neither)',
  {
    fallback: 'everything',
    of: permissionLevels,
    warnings: {
      everything:
        'Agents run any command as you, without asking. Each works in its own worktree, but nothing confines a command to it unless agents.sandbox is on.',
    },
  },
);

export const sandboxKey = choiceKey(
  'agents.sandbox',
  'Whether agents run in a sandbox (Linux, bubblewrap), where they write to their worktree and cannot see the workspace or your secrets',
  { fallback: 'off', of: sandboxModes },
);

const plainPaths = wordsKey(
  'agents.sandboxWritable',
  'Other folders that sandboxed agents may write to, such as package manager caches. What they leave there reaches whoever uses it.',
);

export const sandboxWritableKey: ConfigKey<readonly string[]> = {
  ...plainPaths,
  expects: 'absolute paths other than / and without .., separated by spaces, or a JSON array of strings',
  parse: (text) => {
    const paths = plainPaths.parse(text);
    const isPlace = (path: string) =>
      /^\/+[^/]/.test(path) && !/\0|\n|(^|\/)\.\.(\/|$)/.test(path) && !/^\/+\.?\/*$/.test(path);
    return paths?.every(isPlace) ? paths : undefined;
  },
};

export const sandboxNetworkKey = choiceKey(
  'agents.sandboxNetwork',
  "The network of sandboxed agents: shared (this machine's, with everything that listens on it) or private (their model and agents.sandboxHosts only)",
  {
    fallback: 'shared',
    of: sandboxNetworks,
    warnings: {
      private: 'Only agents in a sandbox have a private network: agents.sandbox decides which ones are.',
    },
  },
);

const plainHosts = wordsKey(
  'agents.sandboxHosts',
  'Hosts that agents in a private network may reach besides their model, such as package registries',
);

export const sandboxHostsKey: ConfigKey<readonly string[]> = {
  ...plainHosts,
  expects:
    'hosts such as example.com, *.example.com or 10.0.0.5:8080, separated by spaces, or a JSON array of strings; without a port, 80 and 443 are meant',
  parse: (text) => {
    const hosts = plainHosts.parse(text);
    return hosts?.every(isHostRule) ? hosts : undefined;
  },
};

const week = 604_800;

export const stallShownKey = numberKey(
  'agents.stallShownAfter',
  'Seconds without a sign of life after which a run is shown as stalled; 0: never',
  { unit: 'seconds', fallback: 300, min: 0, max: week },
);

export const stallAskedKey = numberKey(
  'agents.stallAskedAfter',
  'Seconds without a sign of life after which an agent is asked whether it is still working; 0: never',
  { unit: 'seconds', fallback: 600, min: 0, max: week },
);

export const stallEndedKey = numberKey(
  'agents.stallEndedAfter',
  'Seconds without a sign of life after which an agent is ended and its work kept; 0: never',
  { unit: 'seconds', fallback: 1_200, min: 0, max: week },
);

export const handoffAtKey = numberKey(
  'agents.handoffAt',
  'Share of its context at which a worker is told to hand over to one with a fresh context; 0: never',
  { fallback: 0.5, min: 0, max: 1, decimals: 2 },
);

export const handoffAtCoordinatorsKey = numberKey(
  'agents.handoffAtCoordinators',
  'The same for agents that coordinate others',
  { fallback: 0.4, min: 0, max: 1, decimals: 2 },
);

export const capabilitiesKey = wordsKey(
  'agents.capabilities',
  'Capabilities of the workers that cw starts, for tasks that require them.',
);

export const offlineAfterKey = numberKey(
  'agents.offlineAfter',
  'Seconds without a sign of life after which a registered agent counts as offline',
  { unit: 'seconds', fallback: 300, min: 1, max: week, scopes: ['workspace'] },
);
