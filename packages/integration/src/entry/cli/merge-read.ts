import {
  age,
  type CliRun,
  moreNote,
  plainLine,
  plainText,
  type Style,
  shortId,
  textTable,
  toRefusal,
  typedFilters,
  type Workspace,
} from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { wholeIds } from '@cw/tasks';
import { checkLog } from '../../check-log.ts';
import type { MergeFailure } from '../../model/merge-request.ts';
import {
  type CheckView,
  type FailedCheck,
  isWaiting,
  type MergeRequestView,
  type MergeState,
  mergeStateFilters,
} from '../../model/merge-view.ts';
import { listMerges } from '../../queries/find-merge.ts';
import { showMerge } from '../../show-merge.ts';
import { mergeRefusals } from '../refusals.ts';

export const mergeList: CliRun = async (input, context) => {
  const { workspace, width } = context;
  const named = { task: input.option('task'), project: input.option('project') };
  const place = await wholeIds(workspace.storage.read, named);
  if (!place.ok) return place;
  const limit = input.option('limit');
  const listed = await listMerges(workspace.storage.read, {
    ...place.value,
    states: input.optionList('state').flatMap((state) => mergeStateFilters.find((each) => each === state) ?? []),
    limit: limit === undefined ? undefined : Number(limit),
    cursor: input.option('cursor'),
  });
  if (!listed.ok) return err(toRefusal(mergeRefusals, listed.error));
  const page = listed.value;
  const filters = typedFilters(input, ['state', 'project', 'task']);
  const now = workspace.clock.now();
  return ok({
    data: page,
    ids: page.items.map((item) => item.id),
    text: (style) =>
      page.items.length === 0
        ? filters === ''
          ? 'No merge requests.'
          : `No merge requests match ${filters}.`
        : textTable(
            [
              { title: 'ID', value: (item) => item.id, short: (item) => shortId(item.id), paint: style.dim },
              { title: 'TASK', value: (item) => item.taskTitle, flexible: true },
              {
                title: 'STATE',
                value: (item) => item.state,
                paint: (cell, item) => paintState(item.state, style)(cell),
              },
              { title: 'CHECKS', value: (item) => item.verdict },
              { title: 'PROJECT', value: (item) => item.projectName },
              { title: 'AGENT', value: (item) => item.agentName ?? '' },
              { title: 'AGE', value: (item) => age(Date.parse(item.createdAt), now), align: 'right' },
            ],
            page.items,
            { width, head: style.dim },
          ),
    note: moreNote(page),
  });
};

export const mergeShow: CliRun = async (input, context) => {
  const { workspace } = context;
  const found = await showMerge(workspace, input.argument('merge'));
  if (!found.ok) return err(toRefusal(mergeRefusals, found.error));
  const merge = found.value;
  const logs = input.flag('log') ? await readLogs(workspace, merge, input.option('check')) : ok([]);
  if (!logs.ok) return err(toRefusal(mergeRefusals, logs.error));
  return ok({
    data: input.flag('log') ? { ...merge, logs: logs.value } : merge,
    ids: [merge.id],
    text: (style) =>
      [
        mergeText(merge, style),
        ...failedText(merge.failedCheck, input.flag('log'), style),
        ...logs.value.map((log) => logText(log, style)),
      ].join('\n'),
  });
};

/** The end of what a failed check wrote, unless all of it follows. */
function failedText(failed: FailedCheck | null, isWhole: boolean, style: Style): readonly string[] {
  if (failed === null || isWhole || failed.lastLines.length === 0) return [];
  const lines = failed.lastLines.map((line) => `  ${plainLine(line)}`);
  return [`\n${style.bold(`The end of the check ${plainLine(failed.name)}`)}`, ...lines];
}

type Log = {
  readonly index: number | 'set-up';
  readonly name: string;
  readonly command: string;
  readonly text: string;
};

async function readLogs(
  workspace: Workspace,
  merge: MergeRequestView,
  only: string | undefined,
): Promise<Result<readonly Log[], MergeFailure>> {
  const logs: Log[] = [];
  const all = [{ index: 'set-up' as const, name: 'set-up', command: 'set-up' }, ...merge.checks];
  const one = only === undefined ? undefined : chosen(merge, only);
  if (one?.ok === false) return one;
  for (const { index, name, command } of one === undefined ? all : [one.value]) {
    const text = await checkLog(workspace, merge.id, index);
    if (!text.ok) return text;
    if (text.value !== '' || index !== 'set-up') logs.push({ index, name, command, text: text.value });
  }
  return ok(logs);
}

/** A check by its name, or by its number. */
function chosen({ id, checks }: MergeRequestView, named: string): Result<CheckView, MergeFailure> {
  const found = checks.find(({ name, index }) => name === named || String(index) === named);
  return found ? ok(found) : err({ kind: 'merge.no-check', mergeId: id, check: named });
}

function logText({ name, command, text }: Log, style: Style): string {
  const shown =
    name === command ? style.bold(plainLine(name)) : `${style.bold(name)}  ${style.dim(plainLine(command))}`;
  return `\n${shown}\n${text === '' ? style.dim('no output') : plainText(text).trimEnd()}`;
}

export function mergeText(merge: MergeRequestView, style: Style): string {
  const landed = merge.mergeSha === null ? '' : ` as ${merge.mergeSha.slice(0, 12)}`;
  const rows: readonly (readonly [string, string])[] = [
    ['task', `${merge.taskTitle}  ${style.dim(merge.taskId)}`],
    ['project', merge.projectName],
    ['branch', `${merge.branch} → ${merge.targetBranch}${landed}`],
    ['state', paintState(merge.state, style)(merge.state)],
    ...(merge.reason === null ? [] : [['reason', merge.reason] as const]),
    ...(merge.conflictFiles.length === 0 ? [] : [['files', merge.conflictFiles.join(', ')] as const]),
    ['checks', merge.verdict],
    ...merge.checks.map(
      ({ index, verdict, name, command }) =>
        [`  ${index}`, [verdict, name, ...(name === command ? [] : [style.dim(command)])].join('  ')] as const,
    ),
    ...(merge.state === 'merged' ? [['pushed', merge.pushed ? 'yes' : 'not yet'] as const] : []),
    ...(isWaiting(merge.state) ? [['priority', merge.priority] as const] : []),
    ['attempt', String(merge.attempt)],
    ['run', merge.agentName === null ? merge.runId : `${merge.runId}  ${style.dim(`by ${merge.agentName}`)}`],
  ];
  const shown = rows.map(([title, value]) => {
    const text = title === 'reason' ? value.replaceAll('\n', `\n${' '.repeat(10)}`) : plainStyled(value);
    return `${title.padEnd(10)}${text}`;
  });
  return [style.bold(merge.id), ...shown].join('\n');
}

/** Keeps colours of our own; what agents and tools wrote was cleaned when it was stored or comes without controls. */
function plainStyled(value: string): string {
  return value.replace(/[\r\n]+/g, ' ');
}

function paintState(state: MergeState, style: Style): (text: string) => string {
  if (state === 'merged') return style.green;
  if (state === 'conflict' || state === 'checks-failed' || state === 'failed') return style.red;
  return state === 'queued' || state === 'cancelled' || state === 'unchanged' ? style.dim : style.yellow;
}
