import { numberKey } from '@cw/config';

const week = 604_800;

export const permissionTimeoutKey = numberKey(
  'inbox.permissionTimeout',
  'For how many seconds an agent waits to be allowed something before it is denied',
  { fallback: 600, min: 1, max: week },
);

export const askWaitKey = numberKey(
  'inbox.askWait',
  'For how many seconds an agent waits for the answer to its question before it is parked, to go on when there is one',
  { fallback: 120, min: 0, max: week },
);

export const askingConfigKeys = [permissionTimeoutKey, askWaitKey];
