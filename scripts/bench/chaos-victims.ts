import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { processesCarrying } from '@cw/testkit';
import { cleanEnv, programs } from './harness/program.ts';

export const victimKinds = ['server', 'agent', 'tools', 'command'] as const;
export type VictimKind = (typeof victimKinds)[number];

export type Ground = { readonly home: string; readonly userHome: string; readonly random: () => number };

export type Servers = AsyncDisposable & {
  /** One of those that run, to be killed; another is started in its place. */
  readonly killOne: () => Promise<void>;
};

/** Two servers on one workspace, each replaced as soon as it ends. */
export function keepServers({ home, userHome, random }: Ground, complaints: string[]): Servers {
  let ending = false;
  const running: ChildProcess[] = [];
  const begin = (place: number) => {
    const args = ['--server', '--port', '0', '--json', '--home', home];
    const env = cleanEnv({ HOME: userHome });
    const child = spawn(programs.folder, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString('utf8')));
    running[place] = child;
    child.once('exit', () => !ending && begin(place));
  };
  begin(0);
  begin(1);
  return {
    killOne: async () => {
      const child = running[Math.floor(random() * running.length)];
      if (child === undefined || child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    [Symbol.asyncDispose]: async () => {
      ending = true;
      const alive = running.filter((child) => child.exitCode === null && child.signalCode === null);
      const gone = alive.map((child) => once(child, 'exit'));
      for (const child of alive) child.kill('SIGTERM');
      await Promise.all(gone);
    },
  };
}

/** How long tools are waited for, in milliseconds: few agents have some, and only for a moment. */
const toolsPatience = 8_000;

/**
 * Kills one process of an agent, or of the tools that serve it.
 * @returns false when there is none
 */
export async function killOfRuns(kind: 'agent' | 'tools', ground: Ground): Promise<boolean> {
  const until = performance.now() + (kind === 'tools' ? toolsPatience : 0);
  let found = await processesOf(kind, ground);
  while (found.length === 0 && performance.now() < until) {
    await pause(20);
    found = await processesOf(kind, ground);
  }
  const victim = found[Math.floor(ground.random() * found.length)];
  if (victim === undefined) return false;
  try {
    process.kill(victim.pid, 'SIGKILL');
  } catch {
    return false;
  }
  return true;
}

async function processesOf(kind: 'agent' | 'tools', { userHome }: Ground) {
  const ofRuns = new Set((await processesCarrying('CW_RUN')).map(({ pid }) => pid));
  const isTools = (command: string) => command.includes(' mcp --token-file');
  return (await processesCarrying(`HOME=${userHome}`)).filter(({ pid, command }) =>
    kind === 'tools' ? isTools(command) : ofRuns.has(pid) && !isTools(command),
  );
}

/** Comments that commands were told to write, by whether the command said that it did. */
export type Comments = { readonly answered: string[]; readonly killed: string[] };

/** Starts a command that writes, and kills it after a moment; it may have ended by then. */
export async function killCommand(ground: Ground, taskId: string, comments: Comments): Promise<void> {
  const text = `comment ${comments.answered.length + comments.killed.length}`;
  const args = ['task', 'comment', taskId, text, '--home', ground.home];
  const child = spawn(programs.folder, args, { env: cleanEnv({ HOME: ground.userHome }), stdio: 'ignore' });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20 + ground.random() * 120);
  const [code] = await ended;
  clearTimeout(timer);
  (code === 0 ? comments.answered : comments.killed).push(text);
}
