import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

type Foreground = {
  readonly env: NodeJS.ProcessEnv;
  /** What it reads; the terminal, where nothing is given. */
  readonly input?: string;
};

/** Runs a program that has the terminal until it ends. Ctrl-C is meant for it, not for us. */
export function inForeground(
  [command, ...args]: readonly [string, ...string[]],
  { env, input }: Foreground,
): SpawnSyncReturns<Buffer> {
  const leaveIt = () => {};
  process.on('SIGINT', leaveIt);
  try {
    return spawnSync(command, args, {
      env,
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      ...(input === undefined ? {} : { input }),
    });
  } finally {
    process.off('SIGINT', leaveIt);
  }
}

/** A command line that a person has set, such as `code --wait`, as a program; what is given stands behind it. */
export function throughShell(line: string, ...args: readonly string[]): readonly [string, ...string[]] {
  return ['/bin/sh', '-c', `${line} "$@"`, line, ...args];
}
