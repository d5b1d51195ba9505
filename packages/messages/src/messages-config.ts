import { numberKey } from '@cw/config';

const week = 604_800;

export const permissionTimeoutKey = numberKey(
  'inbox.permissionTimeout',
  'Seconds an agent waits for a permission before it is denied',
  { unit: 'seconds', fallback: 600, min: 1, max: week },
);

export const askWaitKey = numberKey(
  'inbox.askWait',
  'Seconds an agent waits for the answer to its question before its run is suspended; it resumes when the answer comes',
  { unit: 'seconds', fallback: 120, min: 0, max: week },
);

const most = { min: 0, max: 100_000 };

/** What one run may make in total, however often its tools or the server restart. */
export const runLimitKeys = {
  followUps: numberKey('agents.maxFollowUps', 'How many follow-ups one run may propose', { fallback: 20, ...most }),
  messages: numberKey('agents.maxMessages', 'How many messages one run may send', { fallback: 50, ...most }),
  comments: numberKey(
    'agents.maxComments',
    'How many comments one run may leave on its task; the same number of progress notes, of checkpoints and of artifacts',
    { fallback: 100, ...most },
  ),
  questions: numberKey('agents.maxQuestions', 'How many questions one run may ask a person', { fallback: 20, ...most }),
} as const;

export const askingConfigKeys = [permissionTimeoutKey, askWaitKey, ...Object.values(runLimitKeys)];
