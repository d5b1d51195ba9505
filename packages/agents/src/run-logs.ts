import { accountSecrets } from '@cw/accounts';
import { err, hideSecrets, ok, type Result } from '@cw/kernel';
import { agentLogDir } from './adapters/agent-log-dir.ts';
import { followLog } from './adapters/follow-log.ts';
import { hostSecrets } from './adapters/providers/child-environment.ts';
import { readLog } from './adapters/read-log.ts';
import { readRawLine } from './adapters/read-raw-line.ts';
import { readWindow } from './adapters/read-window.ts';
import { logRemovedAt, lostFile } from './adapters/remove-log.ts';
import { scanLog } from './adapters/scan-log.ts';
import type { AgentsDeps } from './agents.module.ts';
import { hideInEntry } from './model/hide-in-entry.ts';
import type { ProviderName } from './model/provider-name.ts';
import type { RunRecord } from './model/run.ts';
import type { RunFailure } from './model/run-failure.ts';
import type { LogEdits, LogEntry, LogHits, LogPage, LogWindow } from './model/run-view.ts';
import { findInEntry, mayHold } from './model/search-entry.ts';
import type { Provider } from './ports/provider.ts';
import { findRun } from './queries/find-runs.ts';

type Answer<T> = Promise<Result<T, RunFailure>>;
type Providers = Readonly<Record<ProviderName, Provider>>;

/** Hits of a search that are answered at once. */
const mostHits = 200;
const mostEdits = 500;
/** Shorter values are words that stand in many texts. */
const shortestSecret = 8;
const editTools = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'];

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
export function createRunLogs(deps: AgentsDeps, providers: Providers) {
  const open = openRunFiles(deps);
  const { read, bus } = deps.storage;
  const ofLog = async (run: string) => {
    const opened = await open(run, (record, dir) => ok({ record, dir }));
    if (!opened.ok) return opened;
    const { record } = opened.value;
    const values = await secretsOf(deps, record);
    const hide = (text: string) => hideSecrets(text, values);
    return ok({
      ...opened.value,
      provider: providers[record.provider],
      ended: record.endedAt !== null,
      hide,
      hideAll: (entries: readonly LogEntry[]) => entries.map((entry) => hideInEntry(entry, hide)),
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
        if (shown.kind === 'tool' && editTools.includes(shown.name)) {
          const { id, name, input } = shown;
          edits.push({ id, name, input });
        }
        return edits.length >= mostEdits;
      };
      const marks = ['"is_error":true', ...editTools.map((name) => `"name":"${name}"`)];
      const wants = (line: string) => marks.some((mark) => line.includes(mark));
      const { offset, complete } = await scanLog({ ...log.value, from, wants, take });
      return ok({ edits, failed, offset, complete });
    },
    /** The log as it grows, until the run has ended. */
    followLog: async (run: string, signal: AbortSignal, offset = 0): Answer<AsyncGenerator<LogPage>> => {
      const log = await ofLog(run);
      if (!log.ok) return log;
      const { record, dir, provider, hideAll } = log.value;
      const hasEnded = async () => {
        const now = await findRun(read, record.id);
        return !now.ok || now.value.endedAt !== null;
      };
      const pages = followLog({ offset, signal, provider, logDir: dir, onCommit: bus.onCommit, hasEnded });
      return ok(hidden(pages, hideAll));
    },
  };
}

async function* hidden(
  pages: AsyncGenerator<LogPage>,
  hideAll: (entries: readonly LogEntry[]) => LogEntry[],
): AsyncGenerator<LogPage> {
  for await (const page of pages) yield { ...page, entries: hideAll(page.entries) };
}

/** Values that the agent of a run was given and nobody should read, the longest first. */
async function secretsOf({ home, hostEnv }: AgentsDeps, { accountId }: RunRecord): Promise<readonly string[]> {
  const values = accountId === null ? hostSecrets(hostEnv) : await accountSecrets(home, accountId);
  return values.filter((value) => value.length >= shortestSecret).sort((a, b) => b.length - a.length);
}
