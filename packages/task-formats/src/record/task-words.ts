export const taskStatuses = ['open', 'in_progress', 'blocked', 'closed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export const taskOutcomes = ['done', 'failed', 'cancelled'] as const;
export type TaskOutcome = (typeof taskOutcomes)[number];
export const priorities = ['P0', 'P1', 'P2', 'P3'] as const;
export type Priority = (typeof priorities)[number];
export const dependencyTypes = [
  'blocks',
  'parent-child',
  'related',
  'discovered-from',
  'waits-for',
  'on-failure',
] as const;
export type DependencyType = (typeof dependencyTypes)[number];

/** `waits-for` a task waits for all of its children, or for any one of them to be closed. */
export const waitGates = ['all', 'any'] as const;
export type WaitGate = (typeof waitGates)[number];
export const taskSizes = ['XS', 'S', 'M', 'L', 'XL'] as const;
export type TaskSize = (typeof taskSizes)[number];
/** What people keep with a task that has no field of its own. */
export type Metadata = Readonly<Record<string, unknown>>;
export type Artifact = { readonly kind: string; readonly value: string };

export const defaultPriority: Priority = 'P2';
export const defaultType = 'task';
