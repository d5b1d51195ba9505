import { type CliRun, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import type { LogEntry } from '../../model/run-view.ts';
import { findInEntry } from '../../model/search-entry.ts';
import { findRun } from '../../queries/find-runs.ts';
import { createRunLogs } from '../../run-logs.ts';
import { runRefusals } from '../refusals.ts';
import { entryText } from './run-text.ts';

/** Prints the log as it grows, or all there is of it. */
export const runLog: CliRun = async (input, context) => {
  if (input.flag('raw')) return (await import('./run-log-raw.ts')).runLogRaw(input, context);
  const logs = createRunLogs({ ...context.workspace, hostEnv: context.env });
  const found = await findRun(context.workspace.storage.read, input.argument('run'));
  if (!found.ok) return err(toRefusal(runRefusals, found.error));
  const { id } = found.value;
  const follows = input.flag('follow');
  const search = input.option('search');
  const entries: LogEntry[] = [];
  const take = (more: readonly LogEntry[]) => {
    // One by one: a page may hold more than can be passed at once.
    for (const entry of more) {
      if (search !== undefined && findInEntry(entry, search) === undefined) continue;
      if (context.json || !follows) entries.push(entry);
      else printEntry(entry);
    }
  };
  const printEntry = (entry: LogEntry) => {
    const text = entryText(entry, context.style, context.width);
    if (text !== '') context.print(text);
  };
  let position = { offset: 0, complete: false };
  if (follows) {
    const pages = await logs.followLog(id, context.signal);
    if (!pages.ok) return err(toRefusal(runRefusals, pages.error));
    for await (const page of pages.value) {
      take(page.entries);
      position = page;
    }
  } else {
    for (let more = true; more; ) {
      const page = await logs.log(id, position.offset);
      if (!page.ok) return err(toRefusal(runRefusals, page.error));
      take(page.value.entries);
      more = !page.value.complete && page.value.offset > position.offset;
      position = page.value;
    }
  }
  const { offset, complete } = position;
  if (offset === 0 && !context.json)
    context.note(complete ? 'The agent printed nothing.' : 'Nothing has been printed yet.');
  return ok({
    data: { entries, offset, complete },
    text: (style) =>
      entries
        .map((entry) => entryText(entry, style, context.width))
        .filter((text) => text !== '')
        .join('\n'),
  });
};
