import { err, ok, type Page, type Result } from '@cw/kernel';
import { agentLogDir } from './adapters/agent-log-dir.ts';
import { listInputs, readInputText, readPrompt } from './adapters/prompt-files.ts';
import { readRunSandbox } from './adapters/sandbox/sandbox-files.ts';
import type { AgentsDeps } from './agents.module.ts';
import type { RunFailure } from './model/run-failure.ts';
import type { RunInput, RunRow, RunView } from './model/run-view.ts';
import { findRun, listRuns, type RunFilter } from './queries/find-runs.ts';
import { modelSource } from './queries/model-source.ts';
import { toRow, toView } from './queries/run-row.ts';
import { openRunFiles } from './run-logs.ts';
import { hiderFor } from './run-secrets.ts';

type Answer<T> = Promise<Result<T, RunFailure>>;

/** Runs with what lies of them in files; secrets are hidden in all of it. */
export function createRunReads(deps: AgentsDeps) {
  const { read } = deps.storage;
  const dirOf = (runId: string) => agentLogDir(deps.home, runId);
  const ofFiles = openRunFiles(deps);
  return {
    list: async (filter: RunFilter = {}): Answer<Page<RunRow>> => {
      const page = await listRuns(read, filter);
      return page.ok ? ok({ ...page.value, items: page.value.items.map(toRow) }) : page;
    },
    show: async (run: string): Answer<RunView> => {
      const found = await findRun(read, run);
      if (!found.ok) return found;
      const { id } = found.value;
      const kept = { logDir: dirOf(id), sandbox: readRunSandbox(dirOf(id)), modelFrom: await modelSource(read, id) };
      return ok(toView(found.value, kept));
    },
    /** The prompt as it was given. */
    prompt: async (run: string): Answer<string> => {
      const found = await ofFiles(run, (record, dir) => {
        const prompt = readPrompt(dir);
        return prompt === undefined ? err({ kind: 'run.no-prompt', runId: record.id }) : ok({ record, prompt });
      });
      return found.ok ? ok((await hiderFor(deps, found.value.record))(found.value.prompt)) : found;
    },
    inputs: (run: string): Answer<readonly RunInput[]> => ofFiles(run, (_, dir) => ok(listInputs(dir))),
    /** A file as it was given. */
    input: async (run: string, name: string): Answer<{ readonly input: RunInput; readonly text: string | null }> => {
      const found = await ofFiles(run, (record, dir) => {
        const read = readInputText(dir, name);
        return read ? ok({ ...read, record }) : err({ kind: 'run.no-input', runId: record.id, name });
      });
      if (!found.ok) return found;
      const { record, input, text } = found.value;
      return ok({ input, text: text === null ? null : (await hiderFor(deps, record))(text) });
    },
  };
}
