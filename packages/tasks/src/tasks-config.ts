import { choiceKey } from '@cw/config';

export const closeParentsKey = choiceKey(
  'tasks.closeParents',
  'Whether a parent is closed as done once its children are closed, with at least one done and none failed. no: you close it; epics: epics are; all: so is every parent that is not assigned itself',
  { fallback: 'no', of: ['no', 'epics', 'all'] },
);

/** The settings of this room. */
export const tasksConfigKeys = [closeParentsKey];
