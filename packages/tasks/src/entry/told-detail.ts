import type { DetailName } from '@cw/task-formats';
import type { TaskView } from '../model/task-view.ts';
import { tellMinutes } from './told-time.ts';

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** The value of a detail in words, as somebody could say it; empty where there is none. */
export function tellDetail(value: TaskView[DetailName]): string {
  if (value === null || value === false) return '';
  if (value === true) return 'yes';
  if (typeof value === 'number') return tellMinutes(value);
  if (typeof value === 'string') return value;
  if (isList(value)) return value.join(', ');
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}
