import { adviceInTerminal, type CliAnswer, type CliRun, plainText, type Style, toldToPrograms } from '@cw/entry';
import { err, type Finding, ok, step } from '@cw/kernel';
import { systemClock } from '@cw/storage';
import { ownPrograms } from '../doctor/check-programs.ts';
import { examine, type Report } from '../doctor/examine.ts';
import { type Mended, mendDatabase, mendHome } from '../doctor/mend.ts';
import { runAbove } from './ancestors.ts';

/** `cw doctor`: looks a workspace over, and with `--fix` mends what can be mended without touching work. */
export const doctor: CliRun = async (input, context) => {
  const { home } = context.workspace;
  const report = await examine(home, context.env);
  if (!input.flag('fix')) return answer(report);
  if (runAbove(context.env) !== undefined) {
    return err({
      code: 'people.only',
      message: 'cw doctor --fix is for people; this shell belongs to an agent run.',
      hint: 'Say in your result what a person should do.',
      next: [step('Check without changing anything', 'doctor')],
    });
  }
  const { findings } = report;
  const closed = await mendHome({ home, findings, tell: context.note });
  const { backup, repaired } =
    report.database.state === 'current'
      ? await mendDatabase({
          home,
          at: systemClock.now(),
          findings,
          tell: context.note,
          act: context.act,
          transact: () => context.workspace.storage.transact,
        })
      : { backup: null, repaired: [] };
  const done = { backup, repaired: [...closed, ...repaired] };
  return answer(done.repaired.length === 0 ? report : await examine(home, context.env), done);
};

type Fixed = { readonly backup: string | null; readonly repaired: readonly Mended[] };

function answer(report: Report, fixed?: Fixed): CliAnswer {
  const data = { ...report, findings: report.findings.map(toldToPrograms), ...fixed };
  const text = (style: Style) => [...sayFixed(fixed, style), ...sayReport(report, style)].join('\n');
  const found = { data, text, ids: report.findings.map(({ thing }) => thing) };
  if (report.healthy) return ok(found);
  const problems = report.findings.filter(({ level }) => level === 'problem');
  const mendable = fixed === undefined && problems.some(({ repair }) => repair !== undefined);
  return err({
    code: 'doctor.problems',
    message: problems.length === 1 ? 'There is 1 problem.' : `Found ${problems.length} problems.`,
    ...(mendable
      ? { next: [step('Fix what can be fixed, after a backup', 'doctor', '--fix')] }
      : { hint: 'Each problem above says what to do.' }),
    found,
  });
}

function sayFixed(fixed: Fixed | undefined, style: Style): readonly string[] {
  if (fixed === undefined) return [];
  if (fixed.repaired.length === 0) return ['There is nothing here that cw can fix by itself.'];
  return fixed.repaired.map(({ repair, changed }) => `${style.green('fixed')} ${repair}: ${changed}`);
}

function sayReport({ home, database, server, programs, findings }: Report, style: Style): readonly string[] {
  const schema = database.schemaVersion === null ? '' : `, schema ${database.schemaVersion}`;
  return [
    `${style.bold(plainText(home))}  database ${database.state}${schema}${server === null ? '' : `, server at ${server}`}`,
    style.dim([`node ${programs.node}`, programs.git ?? 'no git', ...ownPrograms.map(tell(programs))].join(', ')),
    ...(findings.length === 0
      ? [style.green('Nothing is wrong.')]
      : findings.map((finding) => sayFinding(finding, style))),
  ];
}

function tell(programs: Report['programs']) {
  return ({ name, title }: (typeof ownPrograms)[number]) => `${title} ${programs[name] ?? 'not found'}`;
}

function sayFinding({ level, check, message, ...advice }: Finding, style: Style): string {
  const word = level === 'problem' ? style.red('problem') : style.yellow('notice ');
  return `${word} ${plainText(message)} ${style.dim(`(${check})`)}\n        ${style.dim(plainText(adviceInTerminal(advice) ?? ''))}`;
}
