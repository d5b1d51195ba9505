/** What Claude Code may do without asking, in its own words. */
export const permissionModes = ['acceptEdits', 'default', 'dontAsk', 'plan', 'bypassPermissions'] as const;
