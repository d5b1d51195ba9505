import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliCommand, type CliInput, type CliRefusal, plainText, type Refusal } from '@cw/entry';
import { Fault, isFault, toIso } from '@cw/kernel';
import { faultBehind, lostDatabase, systemClock } from '@cw/storage';
import { runAbove } from './ancestors.ts';
import { cliContext } from './context.ts';
import { findHome, leadsNowhere } from './home.ts';
import type { Globals } from './input.ts';
import { printOutput, printRefusal } from './output.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { refuseInSandbox, workspaceAt } from './workspace.ts';

export type Invocation = { readonly command: CliCommand; readonly input: CliInput; readonly globals: Globals };

/** What a command ends with. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unavailable: 69, bug: 70 } as const;

/**
 * Runs one command and prints its one answer. Answers the exit code.
 * @throws Fault where there is no workspace to run it in
 */
export async function execute(invocation: Invocation, terminal = processTerminal()): Promise<number> {
  const { command, input, globals } = invocation;
  const { env, cwd } = terminal;
  const home = findHome({ flag: globals.home, env, cwd });
  if (command.forPeople && runAbove(env) !== undefined) return say(forPeopleOnly(command), globals, terminal);
  refuseInSandbox(home);
  const lookedAt = command.looks && hasNoWorkspace(home);
  const workspace = lookedAt
    ? (await import('./no-workspace.ts')).noWorkspace(home)
    : workspaceAt(home, () => refuseInsideRun(env));
  const context = cliContext(workspace, globals, terminal);
  if (lookedAt && !globals.json && isMissing(home)) context.note(`There is no workspace at ${plainText(home)} yet.`);
  try {
    const answer = await (await command.load())(input, context);
    if (!answer.ok) return await say(answer.error, globals, terminal);
    await printOutput(answer.value, globals, terminal);
    if (command.needsServer && !globals.json && !globals.quiet) {
      const { heldNotes, serverNote } = await import('./server-note.ts');
      const note = await serverNote(home, globals.home !== undefined);
      const notes = note === undefined ? await heldNotes(answer.value.ids ?? [], context) : [note];
      for (const each of notes) context.note(each);
    }
    return exitCodes.done;
  } catch (error) {
    return sayThrown(error, { globals, home, terminal });
  } finally {
    context.end();
    workspace.close();
  }
}

/** Whether there is none, and none was: what is lost or leads nowhere is told of when it is opened. */
function hasNoWorkspace(home: string): boolean {
  const path = join(home, 'cw.db');
  return isMissing(path) && !leadsNowhere(home) && lostDatabase(path) === undefined;
}

function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

/**
 * An agent's reach is its own task, through the tools of its run; from its shell it can look, not change.
 * @throws Fault `people.only`
 */
function refuseInsideRun(env: NodeJS.ProcessEnv): void {
  const runId = runAbove(env);
  if (runId === undefined) return;
  throw new Fault({
    code: 'people.only',
    message: `This shell belongs to the run ${runId}: here, cw is read-only.`,
    hint: 'Use the cw tools of the run for its own task, or say in the result what a person should do.',
  });
}

async function say(refusal: CliRefusal, globals: Globals, terminal: Terminal): Promise<number> {
  if (refusal.found !== undefined && !globals.json) await printOutput(refusal.found, globals, terminal);
  printRefusal(refusal, globals.json, terminal);
  if (refusal.kind === 'usage') return exitCodes.usage;
  return refusal.kind === 'unavailable' ? exitCodes.unavailable : exitCodes.refused;
}

type Thrown = { readonly globals: Pick<Globals, 'json'>; readonly home: string; readonly terminal: Terminal };

/** Prints what was thrown: a Fault in its own words, anything else as a bug with a report to send, unless the disk is behind it. */
export function sayThrown(error: unknown, { globals, home, terminal }: Thrown): number {
  if (isFault(error)) {
    printRefusal(
      { code: error.code, message: error.message, hint: error.hint, next: error.next },
      globals.json,
      terminal,
    );
    return exitCodes[error.kind];
  }
  const fault = faultBehind(error, join(home, 'cw.db'));
  if (fault !== undefined) return sayThrown(fault, { globals, home, terminal });
  const report = writeCrashReport(error, home);
  const message = `Something went wrong inside cw: ${error instanceof Error ? error.message : String(error)}`;
  printRefusal(
    { code: 'cw.bug', message, hint: report ? `The details are in ${report}; please report them.` : undefined },
    globals.json,
    terminal,
  );
  return exitCodes.bug;
}

function writeCrashReport(error: unknown, home: string): string | undefined {
  const path = join(home, 'crashes', `${toIso(systemClock.now()).replace(/[:.]/g, '-')}.log`);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    mkdirSync(join(home, 'crashes'), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${text}\n`, { mode: 0o600 });
    return path;
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure) return undefined;
    throw failure;
  }
}

function forPeopleOnly(command: CliCommand): Refusal {
  return {
    code: 'people.only',
    message: `cw ${command.path.join(' ')} is for people; this shell belongs to an agent's run.`,
    hint: 'Say in your result what you need; a person decides.',
  };
}
