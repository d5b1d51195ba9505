/** How much an agent may do before a person is asked. */
export const permissionLevels = ['everything', 'accept-edits', 'ask'] as const;
export type PermissionLevel = (typeof permissionLevels)[number];
