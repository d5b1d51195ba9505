import { age, cut, money, plainLine, type Style, shortId, textTable } from '@cw/entry';
import { type Instant, type IsoTime, tellTime } from '@cw/kernel';
import type { AtWork, Some, StatusReport } from '../status/status-report.ts';

/** What the rows of a section begin with. */
const indent = '  ';

export type Shown = { readonly style: Style; readonly width: number; readonly now: Instant };

/** A report as one screen of text. */
export function statusText(report: StatusReport, shown: Shown): string {
  const sections = [working, needsYou, queued, merging, mergedToday].flatMap((section) => section(report, shown));
  return [head(report, shown), ...(sections.length === 0 ? [nothing(report)] : sections), foot(report, shown)].join(
    '\n\n',
  );
}

function head({ home, project, server, pauses }: StatusReport, { style, width }: Shown): string {
  const about = plainLine(project?.name ?? home);
  const state = server === null ? style.yellow('no server runs: cw --server starts agents') : `server ${server.url}`;
  const held = pauses.map(({ projectName, by, reason }) => {
    const what = projectName === null ? 'Paused' : `${plainLine(projectName)} is paused`;
    return style.yellow(cut(`${what} by ${plainLine(by)}${reason === null ? '' : `: ${plainLine(reason)}`}`, width));
  });
  return [`${style.bold(cut(about, width))}  ${style.dim('·')}  ${state}`, ...held].join('\n');
}

function foot({ spentToday: { usd, estimated }, ready, mergedToday }: StatusReport, { style }: Shown): string {
  const told = [
    `${money(usd, estimated)} spent today`,
    `${mergedToday.total} merged today`,
    ...(ready > 0 ? [`${ready} ready and not assigned (cw ready)`] : []),
  ];
  return style.dim(told.join('  ·  '));
}

function nothing({ ready }: StatusReport): string {
  return ready > 0
    ? 'Nothing is running, and nothing needs you. cw assign <task> has an agent start one.'
    : 'Nothing is running, and nothing needs you. cw create "…" writes a task.';
}

function working({ working: some }: StatusReport, { style, width, now }: Shown): readonly string[] {
  const rows = textTable(
    [
      { title: '', value: idOf, short: (work) => shortId(idOf(work)), paint: style.dim },
      { title: '', value: ({ who }) => plainLine(who ?? '') },
      { title: '', value: ({ state }) => state.replaceAll('-', ' '), paint: (cell) => style.cyan(cell) },
      { title: '', value: ({ since }) => ageOf(since, now), align: 'right' },
      {
        title: '',
        value: ({ costUsd, estimated }) => (costUsd === null ? '' : money(costUsd, estimated)),
        align: 'right',
      },
      { title: '', value: ({ taskTitle }) => plainLine(taskTitle), flexible: true },
    ],
    some.items,
    { width: width - indent.length },
  );
  return section('Working', some, { rows, more: 'cw run list --active', style });
}

function idOf({ runId, taskId }: AtWork): string {
  return runId ?? taskId;
}

function needsYou({ needsYou: some }: StatusReport, { style, width, now }: Shown): readonly string[] {
  const rows = textTable(
    [
      { title: '', value: ({ id }) => id, short: ({ id }) => shortId(id), paint: style.dim },
      { title: '', value: ({ kind }) => kind, paint: (cell) => style.yellow(cell) },
      { title: '', value: ({ since }) => ageOf(since, now), align: 'right' },
      {
        title: '',
        value: ({ title, taskTitle }) => plainLine(taskTitle === null ? title : `${title} · ${taskTitle}`),
        flexible: true,
      },
    ],
    some.items,
    { width: width - indent.length },
  );
  return section('Needs you', some, { rows, more: 'cw inbox list', style });
}

function queued({ queued: some, server }: StatusReport, { style, width }: Shown): readonly string[] {
  const why = (said: readonly string[]) => said[0] ?? (server === null ? 'no server runs' : 'next');
  const rows = textTable(
    [
      { title: '', value: ({ taskId }) => taskId, short: ({ taskId }) => shortId(taskId), paint: style.dim },
      {
        title: '',
        value: ({ taskTitle, why: said }) => `${plainLine(taskTitle)} · ${plainLine(why(said))}`,
        flexible: true,
      },
    ],
    some.items,
    { width: width - indent.length },
  );
  const { items, total, onHold } = some;
  const held = onHold > 0 ? ` · ${onHold} on hold` : '';
  return section(
    'Queued',
    { items, total: total + onHold },
    { rows, more: 'cw task list', style, count: `${total}${held}` },
  );
}

function merging({ merging: some }: StatusReport, { style, width, now }: Shown): readonly string[] {
  const rows = textTable(
    [
      { title: '', value: ({ id }) => id, short: ({ id }) => shortId(id), paint: style.dim },
      { title: '', value: ({ state }) => state, paint: (cell) => style.cyan(cell) },
      { title: '', value: ({ since }) => ageOf(since, now), align: 'right' },
      {
        title: '',
        value: ({ taskTitle, reason }) => [...(reason === null ? [] : [reason]), taskTitle].map(plainLine).join(' · '),
        flexible: true,
      },
    ],
    some.items,
    { width: width - indent.length },
  );
  return section('Merging', some, { rows, more: 'cw merge list', style });
}

function mergedToday({ mergedToday: some }: StatusReport, { style, width }: Shown): readonly string[] {
  const rows = textTable(
    [
      { title: '', value: ({ id }) => id, short: ({ id }) => shortId(id), paint: style.dim },
      { title: '', value: ({ at }) => tellTime(at).slice(-5), paint: (cell) => style.green(cell) },
      { title: '', value: ({ taskTitle }) => plainLine(taskTitle), flexible: true },
    ],
    some.items,
    { width: width - indent.length },
  );
  return section('Merged today', some, { rows, more: 'cw merge list', style });
}

type Section = {
  readonly rows: string;
  readonly more: string;
  readonly style: Style;
  /** Said in the place of how many there are. */
  readonly count?: string;
};

/** A heading with the number of all, and below it the first of them; nothing where there are none. */
function section(
  title: string,
  { items, total }: Some<unknown>,
  { rows, more, style, count = String(total) }: Section,
): readonly string[] {
  if (total === 0) return [];
  const lines = rows.split('\n').slice(1);
  const rest = total > items.length ? [style.dim(`… ${total - items.length} more: ${more}`)] : [];
  return [[`${style.bold(title)} ${style.dim(count)}`, ...[...lines, ...rest].map((line) => indent + line)].join('\n')];
}

function ageOf(at: IsoTime, now: Instant): string {
  return age(Date.parse(at), now);
}
