/** What tasks can be counted by. */
export const countKeys = ['status', 'state', 'priority', 'type', 'label', 'assignee', 'project', 'parent'] as const;
export type CountKey = (typeof countKeys)[number];
