import { findRun } from '@cw/agents';
import { type CliRun, plainLine } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { type ResumeByHand, resumeByHand, takeOverRun } from '../../commands/take-over-run.ts';
import { steerRefusal } from '../refusals.ts';
import { waitInWorkspace } from './wait-for-run.ts';

/** How long the end of an agent is waited for, in milliseconds. */
const longestStop = 30_000;

/** `cw run takeover` */
export const runTakeover: CliRun = async (input, context) => {
  const { storage } = context.workspace;
  const done = await takeOverRun(storage, { run: input.argument('run') }, await context.act());
  if (!done.ok) return err(steerRefusal(done.error));
  const { runId, task } = done.value;
  const ended = async () => {
    const run = await findRun(storage.read, runId);
    return run.ok && run.value.endedAt !== null ? run.value : undefined;
  };
  const run = done.value.stopped ? await ended() : await waitInWorkspace(context, longestStop, ended);
  const worktree = run?.worktree ?? done.value.worktree;
  // Only once the agent has ended is all known that a person goes on with.
  const resume = run === undefined ? done.value.resume : await resumeByHand(storage.read, run);
  const taken = { ...done.value, stopped: run !== undefined, worktree, resume };
  const command = worktree === null ? null : commandLine(worktree, resume);
  return ok({
    data: { ...taken, command },
    ids: [task.id],
    text: (style) =>
      [
        `${style.bold(task.id)} is yours: ${plainLine(task.title)}`,
        taken.stopped
          ? `The agent of ${runId} has ended; its uncommitted changes are on the branch.`
          : style.yellow(
              `The agent of ${runId} has not ended yet; a running server ends it. Wait until it has ended: cw run show ${runId}`,
            ),
        ...(command === null ? [] : ['', `  ${command}`, '']),
        ...(run !== undefined && resume === null ? ['Its agent has left no conversation to resume.'] : []),
        ...(resume?.account ? [style.dim(`It used the account ${resume.account}.`)] : []),
        `To hand it back: cw run handback ${task.id} --note "…"`,
      ].join('\n'),
  });
};

/** What is to be typed to work there, with the conversation where there is one. */
function commandLine(worktree: string, resume: ResumeByHand | null): string {
  const there = `cd ${quoted(worktree)}`;
  if (resume === null) return there;
  const env = Object.entries(resume.env).map(([name, value]) => `${name}=${quoted(value)}`);
  return `${there} && ${[...env, ...resume.argv.map(quoted)].join(' ')}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
