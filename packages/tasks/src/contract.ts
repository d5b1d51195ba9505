export type { TaskEvent } from './model/task-events.ts';
