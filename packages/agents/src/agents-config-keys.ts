import type { ConfigKey } from '@cw/config';
import {
  capabilitiesKey,
  handoffAtCoordinatorsKey,
  handoffAtKey,
  modelKey,
  offlineAfterKey,
  permissionsKey,
  sandboxHostsKey,
  sandboxKey,
  sandboxNetworkKey,
  sandboxWritableKey,
  stallAskedKey,
  stallEndedKey,
  stallShownKey,
} from './agents-config.ts';
import { programs } from './providers/programs.ts';

/** The settings of this room, with those of its programs. */
export const agentsConfigKeys: readonly ConfigKey[] = [
  ...programs.flatMap(({ settings }) => [...asList(settings.command), ...settings.others]),
  modelKey,
  permissionsKey,
  ...programs.flatMap(({ settings }) => settings.permissions),
  sandboxKey,
  sandboxWritableKey,
  sandboxNetworkKey,
  sandboxHostsKey,
  capabilitiesKey,
  offlineAfterKey,
  stallShownKey,
  stallAskedKey,
  stallEndedKey,
  handoffAtKey,
  handoffAtCoordinatorsKey,
];

function asList(key: ConfigKey | null): readonly ConfigKey[] {
  return key === null ? [] : [key];
}
