import { eventWriter } from '@cw/storage';
import type { TaskEvent } from './contract.ts';

export const { append, appendAll } = eventWriter<TaskEvent>();
