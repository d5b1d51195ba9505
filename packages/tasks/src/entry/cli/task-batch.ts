import type { CliAnswer, CliCommand, CliContext, CliInput } from '@cw/entry';
import { err, nearest, ok, type Result } from '@cw/kernel';
import {
  decodeFile,
  deepestJson,
  type Fields,
  InexactNumber,
  isFields,
  isNestedWithin,
  parseJsonText,
  wordOrNone,
} from '@cw/task-formats';
import { type BatchStep, runBatch } from '../../commands/run-batch.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { rehearse, run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { type Around, batchCommands, batchRun } from './batch-ops.ts';
import { type Given, lineInput, readWords } from './line-input.ts';
import { readFields } from './line-json.ts';
import { lineWords } from './line-words.ts';
import { onlyOne } from './only-one.ts';
import { tooDeep } from './typed-json.ts';

/** `cw task batch`: the changes of all lines of a file or of standard input, all of them or none. */
export async function taskBatch(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const one = onlyOne(input, ['file'], 'file');
  if (!one.ok) return refuse(one);
  const path = input.optionalArgument('file') ?? input.option('file') ?? '-';
  const text = decodeFile(await context.readInput(path));
  if (!text.ok) return refuse(text);
  const steps = await readSteps(text.value, { context, holder: await context.holder() });
  if (!steps.ok) return refuse(steps);
  const dryRun = input.flag('dry-run');
  const done = await (dryRun ? rehearse : run)(context.workspace, runBatch, steps.value, await context.act());
  if (!done.ok) return refuse(done);
  const items = done.value;
  return ok({
    data: { items, total: items.length, nextCursor: null, ...(dryRun ? { dryRun } : {}) },
    ids: dryRun ? [] : items.flatMap(({ ids }) => ids),
    text: (style) =>
      [
        ...items.map(
          ({ line, op, ids }) => `${style.dim(`${line}`.padStart(4))}  ${op}  ${ids.map(style.cyan).join(' ')}`,
        ),
        lastWord(items.length, dryRun),
      ].join('\n'),
  });
}

function lastWord(steps: number, dryRun: boolean): string {
  if (steps === 0) return 'It has no lines, so nothing was done.';
  return dryRun ? 'Everything would succeed; nothing was written.' : `Done: ${steps}.`;
}

async function readSteps(text: string, around: Around): Promise<Result<readonly BatchStep[], TaskFailure>> {
  const steps: BatchStep[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const said = line.trim();
    if (said === '' || said.startsWith('#')) continue;
    const step = await readStep(said, index + 1, around);
    if (!step.ok) return err({ kind: 'task.at-place', place: `Line ${index + 1}`, failure: step.error });
    steps.push(step.value);
  }
  return ok(steps);
}

async function readStep(said: string, line: number, around: Around): Promise<Result<BatchStep, TaskFailure>> {
  const read = said.startsWith('{') ? readJsonLine(said) : readTypedLine(said);
  if (!read.ok) return problem(read.error);
  const { op, command, given, key } = read.value;
  const input = lineInput(command, given);
  if (!input.ok) return problem(input.error);
  const run = await batchRun(op, input.value, around);
  return run.ok ? ok({ line, op, key, run: run.value }) : run;
}

type Line = {
  readonly op: string;
  readonly command: CliCommand;
  readonly given: Given;
  readonly key?: string | undefined;
};

function readTypedLine(said: string): Result<Line, string> {
  const words = lineWords(said);
  if (!words.ok) return words;
  const bare = words.value.slice(
    ['cw task', 'cw', 'task'].find((start) => startsWith(words.value, start))?.split(' ').length ?? 0,
  );
  const named = [2, 1].map((count) => bare.slice(0, count).join(' ')).find((name) => batchCommands.has(name));
  const found = batchCommands.get(named ?? '');
  if (named === undefined || found === undefined) return err(unknownOp(bare[0] ?? ''));
  const { op, command } = found;
  const given = readWords(
    op === 'create' || op === 'quick' ? withKey(command) : command,
    bare.slice(named.split(' ').length),
  );
  if (!given.ok) return given;
  const key = given.value.values.get('key');
  return ok({ op, command, given: given.value, key: typeof key === 'string' ? key : undefined });
}

function startsWith(words: readonly string[], start: string): boolean {
  return start.split(' ').every((part, index) => words[index] === part);
}

/** In a batch a new task may be given a name by which later lines mean it. */
function withKey(command: CliCommand): CliCommand {
  const key = { name: 'key', value: '<name>', description: 'its name in later lines' };
  return { ...command, options: [...(command.options ?? []), key] };
}

function readJsonLine(said: string): Result<Line, string> {
  const object = parseObject(said);
  if (typeof object === 'string') return err(object);
  const name = (wordOrNone(object, 'op') ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s._-]+/g, ' ')
    .replace(/^task /, '');
  const found = batchCommands.get(name);
  if (found === undefined) return err(unknownOp(name));
  const given = readFields(found.command, object);
  if (!given.ok) return given;
  const { key } = object;
  if (key !== undefined && typeof key !== 'string') return err('"key" must be a string');
  return ok({ ...found, given: given.value, key });
}

function parseObject(text: string): Fields | string {
  try {
    const value = parseJsonText(text);
    if (!isFields(value)) return 'it is not a JSON object';
    return isNestedWithin(value, deepestJson) ? value : tooDeep;
  } catch (error) {
    if (error instanceof SyntaxError) return `it is not a JSON object: ${error.message}`;
    if (error instanceof InexactNumber) return `${error.message}; write it as a string, in quotes`;
    throw error;
  }
}

function unknownOp(name: string): string {
  const such = 'its lines are commands such as create, close, update and dep add';
  if (name === '') return `it does not say what to do: ${such}`;
  const meant = nearest(name, batchCommands.keys());
  return `a batch has no "${name}"${meant === undefined ? `: ${such}` : ` (did you mean ${meant}?)`}`;
}

function problem(text: string): Result<never, TaskFailure> {
  return err({ kind: 'task.bad-line', problem: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` });
}
