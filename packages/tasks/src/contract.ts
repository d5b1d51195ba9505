export type { TaskEvent } from './model/task-events.ts';
export { type ImportReason, sayImportReason, sayTaskReason, type TaskReason } from './model/task-reason.ts';
