export type { TaskEvent } from './model/task-events.ts';
export { sayTaskReason, type TaskReason } from './model/task-reason.ts';
