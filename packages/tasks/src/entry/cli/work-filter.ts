import type { CliContext, CliInput } from '@cw/entry';
import type { Result } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import { type Condition, taskCondition } from '../../queries/task-filter.ts';
import { workOptions } from './filter-options.ts';
import { readFilter } from './list-filter.ts';

/** Which of the work a line asks for. */
export async function readWork(input: CliInput, context: CliContext): Promise<Result<Condition, TaskFailure>> {
  const filter = await readFilter(input, context, workOptions);
  return filter.ok ? taskCondition({ ...filter.value, all: true }) : filter;
}
