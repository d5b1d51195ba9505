import { err, ok, type Result, type ToolKind } from '@cw/kernel';
import { agentLogDir } from './adapters/agent-log-dir.ts';
import { followLog } from './adapters/follow-log.ts';
import { readLog } from './adapters/read-log.ts';
import { readRawLine, readRawPage } from './adapters/read-raw-line.ts';
import { readWindow } from './adapters/read-window.ts';
import { logRemovedAt, lostFile } from './adapters/remove-log.ts';
import { scanLog } from './adapters/scan-log.ts';
import type { AgentsDeps } from './agents.module.ts';
import { hideInEntries, hideInEntry, lineHider } from './model/hide-in-entry.ts';
import type { RunRecord } from './model/run.ts';
import type { RunFailure } from './model/run-failure.ts';
import type { LogEdits, LogEntry, LogHits, LogPage, LogWindow, RawPage } from './model/run-view.ts';
import { findInEntry, mayHold } from './model/search-entry.ts';
import { createProviders, type Providers } from './providers/create.ts';
import { findRun } from './queries/find-runs.ts';
import { hiderFor } from './run-secrets.ts';

type Answer<T> = Promise<Result<T, RunFailure>>;

/** Hits of a search that are answered at once. */
const mostHits = 200;
const mostEdits = 500;

/** Finds a run whose files are there, or says why they are not. */
export function openRunFiles({ home, storage: { read } }: Pick<AgentsDeps, 'home' | 'storage'>) {
  return async <T>(run: string, use: (record: RunRecord, dir: string) => Result<T, RunFailure>): Answer<T> => {
    const found = await findRun(read, run);
    if (!found.ok) return found;
    const dir = agentLogDir(home, found.value.id);
    const at = logRemovedAt(dir);
    if (at !== null) return err({ kind: 'run.log-removed', runId: found.value.id, at });
    const path = lostFile(dir, found.value.startedAt !== null, found.value.endedAt !== null);
    if (path !== undefined) return err({ kind: 'run.log-missing', runId: found.value.id, path });
    return use(found.value, dir);
  };
}

/** What agents said and did, read from where it was written; secrets are hidden in all of it. */
export function createRunLogs(
  deps: AgentsDeps,
  providers: Providers = createProviders({ hostEnv: deps.hostEnv, read: deps.storage.read }),
) {
  const open = openRunFiles(deps);
  const ofLog = async (run: string) => {
    const opened = await open(run, (record, dir) => ok({ record, dir }));
    if (!opened.ok) return opened;
    const { record } = opened.value;
    const hide = await hiderFor(deps, record);
    return ok({
      ...opened.value,
      provider: providers[record.provider],
      ended: record.endedAt !== null,
      hide,
      hideAll: (entries: readonly LogEntry[]) => hideInEntries(entries, hide),
    });
  };
  return {
    /** A part of the log from a byte offset on. */
    log: async (run: string, offset = 0): Answer<LogPage> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const page = readLog(log.value.provider, log.value.dir, { offset, ended: log.value.ended });
      return ok({ ...page, entries: log.value.hideAll(page.entries) });
    },
    /** What the lines say that begin in some parts of the log. @param parts the first may count from the end, below zero */
    logWindow: async (run: string, parts: { readonly first: number; readonly count: number }): Answer<LogWindow> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const found = readWindow(log.value.provider, log.value.dir, { ...parts, ended: log.value.ended });
      return ok({ ...found, entries: log.value.hideAll(found.entries) });
    },
    /** The line that an entry came from, by its byte offset. */
    logLine: async (run: string, offset: number): Answer<{ readonly text: string; readonly cut: boolean }> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const line = readRawLine(log.value.dir, offset);
      if (line === undefined) return err({ kind: 'run.no-line', runId: log.value.record.id, offset });
      return ok({ ...line, text: log.value.hide(line.text) });
    },
    /** Where a text stands in the log, from a byte offset on; case does not count. */
    logSearch: async (run: string, text: string, from = 0): Answer<LogHits> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const hits: LogHits['hits'][number][] = [];
      const take = (entry: LogEntry) => {
        const excerpt = findInEntry(hideInEntry(entry, log.value.hide), text);
        if (excerpt !== undefined) hits.push({ key: entry.key, kind: entry.kind, excerpt });
        return hits.length >= mostHits;
      };
      const { offset, complete } = await scanLog({ ...log.value, from, wants: mayHold(text), take });
      return ok({ hits, offset, complete });
    },
    /** The edits of files that the log tells of, from a byte offset on. */
    logEdits: async (run: string, from = 0): Answer<LogEdits> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const edits: LogEdits['edits'][number][] = [];
      const failed: string[] = [];
      const take = (entry: LogEntry) => {
        const shown = hideInEntry(entry, log.value.hide);
        if (shown.kind === 'tool-result' && shown.error) failed.push(shown.id);
        if (shown.kind === 'tool' && isChange(shown.reading.kind)) {
          const { id, name, input, reading } = shown;
          edits.push({ id, name, input, reading });
        }
        return edits.length >= mostEdits;
      };
      const wants = (line: string) => log.value.provider.changeMarks.some((mark) => line.includes(mark));
      const { offset, complete } = await scanLog({ ...log.value, from, wants, take });
      return ok({ edits, failed, offset, complete });
    },
    /** The log as it grows, until the run has ended. */
    followLog: async (run: string, signal: AbortSignal, offset = 0): Answer<AsyncGenerator<LogPage>> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const { record, dir, provider, hideAll } = log.value;
      const readPage = (part: Part) => {
        const page = readLog(provider, dir, part);
        return { ...page, entries: hideAll(page.entries) };
      };
      return ok(followLog({ offset, signal, readPage, ...growing(deps, record, dir) }));
    },
    /** Its lines as they came, to its end by now. @param until follows it until the run has ended or this aborts */
    rawLog: async (run: string, until?: AbortSignal): Answer<AsyncGenerator<RawPage>> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const { record, dir, hide } = log.value;
      const hideLine = lineHider(hide);
      const readPage = (part: Part) => {
        const page = readRawPage(dir, part);
        return { ...page, lines: page.lines.map((line) => ({ ...line, text: hideLine(line.text) })) };
      };
      if (until === undefined) return ok(toEnd(readPage, log.value.ended));
      return ok(followLog({ offset: 0, signal: until, readPage, ...growing(deps, record, dir) }));
    },
  };
}

function isChange(kind: ToolKind): boolean {
  return kind === 'edit' || kind === 'write';
}

type Part = { readonly offset: number; readonly ended: boolean };

/** What tells that the log of a run may have grown. */
function growing({ storage: { read, bus } }: AgentsDeps, { id }: RunRecord, logDir: string) {
  const hasEnded = async () => {
    const now = await findRun(read, id);
    return !now.ok || now.value.endedAt !== null;
  };
  return { logDir, hasEnded, onCommit: bus.onCommit };
}

/** All there is by now, a last line that is not whole yet too. */
async function* toEnd(readPage: (part: Part) => RawPage, hasEnded: boolean): AsyncGenerator<RawPage> {
  for (let offset = 0, isLast = false; !isLast; ) {
    const page = readPage({ offset, ended: true });
    yield { ...page, complete: page.complete && hasEnded };
    offset = page.offset;
    isLast = page.complete;
  }
}
