import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CliContext, CliRun, Refusal } from '@cw/entry';
import { err, ok, step } from '@cw/kernel';
import type { StatusReport } from '../status/status-report.ts';
import { openScreen } from './screen.ts';
import { reportFor } from './status.ts';
import { statusText } from './status-text.ts';
import { isTerminal, outputWidth } from './style.ts';

/** Ages are told anew, and whether a server runs is looked up, this often. */
const tick = 15_000;
/** What happens within this time is shown together. */
const together = 100;

/** `cw watch`: `cw status`, drawn anew whenever something changes; in a pipe one report after the other. */
export const watch: CliRun = async (input, context) => {
  if (context.json) return err(forPeople);
  if (!existsSync(join(context.workspace.home, 'cw.db'))) return err(noWorkspace(context.workspace.home));
  const everywhere = input.flag('all-projects');
  using screen = isTerminal(1) ? openScreen() : undefined;
  let last = '';
  for await (const _ of changes(context)) {
    const report = await reportFor(context, everywhere);
    if (screen) screen.show(onScreen(report, context));
    else last = tell(report, last, context);
    if (context.signal.aborted) break;
  }
  return ok({ data: null, text: () => '', printed: true });
};

function noWorkspace(home: string): Refusal {
  return {
    code: 'watch.no-workspace',
    message: `There is no workspace at ${home}, so there is nothing to watch.`,
    next: [step('Create one', 'init')],
    kind: 'not-found',
  };
}

const forPeople: Refusal = {
  code: 'watch.for-people',
  message: 'cw watch has no JSON output.',
  next: [step('Get what it shows', 'status', '--json'), step('Follow what happens', 'events', '-f', '--json')],
};

function onScreen(report: StatusReport, { style, env, workspace }: CliContext): string {
  const said = statusText(report, { style, width: outputWidth(env), now: workspace.clock.now() });
  return `${said}\n\n${style.dim('Ctrl-C ends this')}`;
}

/** Prints a report where it is another than the last one. Answers what that is compared by. */
function tell(report: StatusReport, last: string, { style, width, print, workspace }: CliContext): string {
  const { at: _, ...rest } = report;
  const key = JSON.stringify(rest);
  if (key === last) return last;
  print(`${last === '' ? '' : '\n'}${statusText(report, { style, width, now: workspace.clock.now() })}`);
  return key;
}

/** Once at first, then whenever there may be something else to see, until the person has seen enough. */
async function* changes({ workspace, signal }: CliContext): AsyncGenerator<void> {
  let wake = () => {};
  let due = true;
  const ring = () => {
    due = true;
    wake();
  };
  const stops = [workspace.storage.bus.onCommit(ring), every(tick, ring), onResize(ring)];
  signal.addEventListener('abort', ring);
  try {
    while (!signal.aborted) {
      due = false;
      yield;
      if (!due) await new Promise<void>((resolve) => (wake = resolve));
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, together));
    }
  } finally {
    signal.removeEventListener('abort', ring);
    for (const stop of stops) stop();
  }
}

function every(milliseconds: number, call: () => void): () => void {
  const timer = setInterval(call, milliseconds);
  return () => clearInterval(timer);
}

function onResize(call: () => void): () => void {
  process.on('SIGWINCH', call);
  return () => void process.off('SIGWINCH', call);
}
