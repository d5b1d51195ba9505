import { type CliRun, plainText, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import type { RawPage } from '../../model/run-view.ts';
import { createRunLogs } from '../../run-logs.ts';
import { runRefusals } from '../refusals.ts';

/** Prints the lines of the log as the program wrote them. */
export const runLogRaw: CliRun = async (input, context) => {
  const logs = createRunLogs({ ...context.workspace, hostEnv: context.env });
  const pages = await logs.rawLog(input.argument('run'), input.flag('follow') ? context.signal : undefined);
  if (!pages.ok) return err(toRefusal(runRefusals, pages.error));
  const wanted = input.option('search')?.toLowerCase() ?? '';
  const lines: RawPage['lines'][number][] = [];
  let position = { offset: 0, complete: false };
  for await (const page of pages.value) {
    for (const line of page.lines) {
      if (!line.text.toLowerCase().includes(wanted)) continue;
      if (context.json) lines.push(line);
      else context.print(plainText(line.text));
    }
    position = page;
  }
  const { offset, complete } = position;
  return ok({ data: { lines, offset, complete }, text: () => '' });
};
