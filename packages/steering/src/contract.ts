import type { Event } from '@cw/kernel';

export { type SteeringReason, saySteeringReason } from './model/steering-reason.ts';

/** The entity is the run's id. */
export type SteeringEvent =
  | Event<'run.taken-over', { readonly taskId: string; readonly by: string }>
  | Event<'run.handed-back', { readonly taskId: string; readonly by: string }>;
