export const permissionModes = ['acceptEdits', 'default', 'dontAsk', 'plan', 'bypassPermissions'] as const;
export type PermissionMode = (typeof permissionModes)[number];
