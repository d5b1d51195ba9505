import { runStages } from '@cw/agents';
import { type CliRun, cut, money, plainLine, type Style, textTable } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { type ComparedRun, type Comparison, compareRuns } from '../../queries/compare-runs.ts';
import { retryRefusal } from '../refusals.ts';

/** `cw run compare` */
export const runCompare: CliRun = async (input, context) => {
  const { home, storage } = context.workspace;
  const done = await compareRuns({ read: storage.read, home }, input.argument('run'), input.argument('other'));
  if (!done.ok) return err(retryRefusal(done.error));
  return ok({
    data: done.value,
    ids: done.value.runs.map(({ id }) => id),
    text: (style) => comparisonText(done.value, style, context.width),
  });
};

type Row = { readonly name: string; readonly of: (run: ComparedRun) => string };

const rows: readonly Row[] = [
  { name: 'task', of: (run) => run.taskTitle },
  { name: 'attempt', of: (run) => `${run.attempt}${run.resumes === null ? '' : `, goes on with ${run.resumes}`}` },
  {
    name: 'outcome',
    of: (run) => (run.outcome ?? runStages[run.step]) + (run.failure === null ? '' : ` (${run.failure})`),
  },
  { name: 'reason', of: (run) => run.reason ?? '' },
  { name: 'agent', of: (run) => [run.provider, run.model, run.accountName].filter((part) => part !== null).join(', ') },
  { name: 'time', of: (run) => (run.durationMs === null ? '' : duration(run.durationMs)) },
  { name: 'turns', of: (run) => String(run.turns) },
  {
    name: 'tokens',
    of: ({ tokens }) => `${tokens.input + tokens.cacheRead + tokens.cacheWrite} in, ${tokens.output} out`,
  },
  { name: 'cost', of: (run) => (run.costUsd === null ? '' : money(run.costUsd, run.estimated)) },
  { name: 'commits', of: ({ changes }) => (changes === null ? '' : String(changes.commits)) },
  { name: 'files', of: ({ changes }) => (changes === null ? '' : changed(changes.files)) },
];

function comparisonText({ runs, files }: Comparison, style: Style, width: number): string {
  const [a, b] = runs;
  const room = Math.max(20, Math.floor((width - 12) / 2));
  const cell = (run: ComparedRun) => (row: Row) => cut(plainLine(row.of(run)), room);
  const table = textTable(
    [
      { title: '', value: (row: Row) => row.name, paint: style.dim },
      { title: a.id, value: cell(a) },
      { title: b.id, value: cell(b) },
    ],
    rows.filter((row) => row.of(a) !== '' || row.of(b) !== ''),
    { width, head: style.bold },
  );
  return `${table}\n\n${differences(files, style)}`;
}

/** Files of a comparison that are worth a line each. */
const mostShown = 40;

function differences(files: Comparison['files'], style: Style): string {
  if (files === null) return 'Their work cannot be compared: one of them left no commit, or its commit is gone.';
  if (files.length === 0) return 'Both made the same changes.';
  const shown = files.slice(0, mostShown).map(({ path, added, removed }) => {
    const counts = added === null ? 'binary' : `${style.green(`+${added}`)} ${style.red(`-${removed}`)}`;
    return `  ${plainLine(path)}  ${counts}`;
  });
  const more = files.length > mostShown ? [`  and ${files.length - mostShown} more`] : [];
  return [`Work left by the second differs from that left by the first in ${changed(files)}:`, ...shown, ...more].join(
    '\n',
  );
}

function changed(files: NonNullable<Comparison['files']>): string {
  const sum = (count: 'added' | 'removed') => files.reduce((so, file) => so + (file[count] ?? 0), 0);
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}, +${sum('added')} -${sum('removed')}`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
