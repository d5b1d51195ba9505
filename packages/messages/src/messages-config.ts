import { numberKey } from '@cw/config';

const week = 604_800;

export const permissionTimeoutKey = numberKey(
  'inbox.permissionTimeout',
  'For how many seconds an agent waits to be allowed something before it is denied',
  { fallback: 600, min: 1, max: week },
);

export const askWaitKey = numberKey(
  'inbox.askWait',
  'For how many seconds an agent waits for the answer to its question before its run is suspended, to go on when there is one',
  { fallback: 120, min: 0, max: week },
);

const most = { min: 0, max: 100_000 };

/** What one run may make in all, however often its tools or the server are started again. */
export const runLimitKeys = {
  followUps: numberKey('agents.maxFollowUps', 'How many follow-ups one run may propose', { fallback: 20, ...most }),
  messages: numberKey('agents.maxMessages', 'How many messages one run may send', { fallback: 50, ...most }),
  comments: numberKey(
    'agents.maxComments',
    'How many comments one run may leave on its task; as many progress notes, checkpoints and artifacts, each counted by itself',
    { fallback: 100, ...most },
  ),
  questions: numberKey('agents.maxQuestions', 'How many questions one run may ask a person', { fallback: 20, ...most }),
} as const;

export const askingConfigKeys = [permissionTimeoutKey, askWaitKey, ...Object.values(runLimitKeys)];
