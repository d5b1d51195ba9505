import { createHash } from 'node:crypto';
import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { requireWhole } from '@cw/storage';
import { formatOfEnding, type TaskRecord, writeFormats, writeRecords } from '@cw/task-formats';
import { exportTasks } from '../../queries/export-tasks.ts';
import { findProject } from '../../queries/find-project.ts';
import { refuse } from '../refusals.ts';
import { onlyOne } from './only-one.ts';

/** `cw task export`. */
export async function taskExport(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const one = onlyOne(input, ['output'], 'file');
  if (!one.ok) return refuse(one);
  requireWhole(context.workspace.storage.path);
  const path = input.option('output') ?? input.optionalArgument('file') ?? '-';
  const format = writeFormats.find((known) => known === input.option('format')) ?? formatOfEnding(path);
  const ref = input.option('project');
  const project = ref === undefined ? ok(undefined) : await findProject(read, ref);
  if (!project.ok) return refuse(project);
  const projectId = project.value?.id;
  const ids: string[] = [];
  const hash = createHash('sha256');
  async function* written(): AsyncGenerator<string> {
    const tasks = exportTasks(read, { projectId, deleted: input.flag('all') });
    for await (const part of writeRecords(format, counted(tasks, ids))) {
      hash.update(part);
      yield part;
    }
  }
  const toStdout = path === '-';
  if (toStdout && (context.json || input.flag('quiet'))) {
    const content = await gathered(written());
    return ok({ data: { format, file: null, tasks: ids.length, content }, text: () => '', ids });
  }
  const bytes = await context.writeOutput(path, written());
  return ok({
    data: { format, file: path, tasks: ids.length, bytes, sha256: hash.digest('hex') },
    text: () => (toStdout ? '' : `${ids.length} ${ids.length === 1 ? 'task' : 'tasks'} in ${path}`),
    ids: toStdout ? [] : ids,
  });
}

async function* counted(tasks: AsyncIterable<TaskRecord>, ids: string[]): AsyncGenerator<TaskRecord> {
  for await (const task of tasks) {
    ids.push(task.id);
    yield task;
  }
}

async function gathered(parts: AsyncIterable<string>): Promise<string> {
  const all: string[] = [];
  for await (const part of parts) all.push(part);
  return all.join('');
}
