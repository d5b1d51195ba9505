/** Formats that tasks are read from. */
export const readFormats = ['beads', 'github', 'json', 'task-master'] as const;
export type ReadFormat = (typeof readFormats)[number];

/** Formats that tasks are written in. */
export const writeFormats = ['beads', 'json', 'csv'] as const;
export type WriteFormat = (typeof writeFormats)[number];
