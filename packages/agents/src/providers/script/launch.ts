import { join } from 'node:path';
import { Fault, step } from '@cw/kernel';
import { childEnvironment } from '../../adapters/child-environment.ts';
import { sayableVerdict } from '../../model/sayable.ts';
import { countsOf } from '../../model/stream/run-trace.ts';
import { createTextReader } from '../../model/stream/stream-reader.ts';
import type { ProgramDeps } from '../../ports/program.ts';
import type { LaunchRequest, Provider } from '../../ports/provider.ts';
import { judgeScript } from './errors.ts';

const scriptFile = 'script.sh';

/** Runs the task's own script, which a person wrote, with `/bin/sh`: its exit code is the result. */
export function createScriptProvider({ hostEnv }: Pick<ProgramDeps, 'hostEnv'>): Provider {
  return {
    prepare: async (request) => {
      if (request.script === null) throw noScript(request);
      const { env } = childEnvironment(hostEnv, request, null);
      return {
        // Errors go where the output goes, so that the log shows both in the order they were written.
        argv: ['/bin/sh', '-c', 'exec /bin/sh "$0" 2>&1', join(request.logDir, scriptFile)],
        env,
        secretNames: [],
        firstInput: '',
        input: 'file',
        files: [{ name: scriptFile, text: request.script }],
        own: null,
        modelAt: [],
      };
    },
    signInFiles: () => [],
    ownPath: () => null,
    renewal: async () => null,
    reader: createTextReader,
    changeMarks: [],
    messageLine: () => null,
    interruptLine: () => null,
    hasFinished: () => false,
    counts: (trace) => ({ ...countsOf(trace), costUsd: 0, estimated: false }),
    judge: (trace, end) => sayableVerdict(judgeScript(trace, end)),
  };
}

function noScript({ runId, scope }: Pick<LaunchRequest, 'runId' | 'scope'>): Fault {
  return new Fault({
    code: 'agent.no-script',
    message: `The task of run ${runId} has no script to run.`,
    hint: 'Give it one, or use another provider.',
    next: [step('Give it a script', 'task update', scope.task, '--script', '<text>')],
  });
}
