import { readFileSync } from 'node:fs';

export type Ancestor = { readonly pid: number; readonly name: string; readonly startTime: string };

/** The processes above this one, nearest first. Empty where the system has no `/proc`. */
export function ancestors(from = process.ppid): Ancestor[] {
  const found: Ancestor[] = [];
  for (let pid = from; pid > 1 && found.length < 64; ) {
    const stat = readProc(pid, 'stat');
    if (stat === undefined) break;
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    found.push({ pid, name, startTime: fields[19] ?? '' });
    pid = Number(fields[1] ?? 0);
  }
  return found;
}

let above: readonly Ancestor[] | undefined;

/** The same, read once: for what a short command asks several times. */
export function ancestorsAtStart(): readonly Ancestor[] {
  above ??= ancestors();
  return above;
}

/** The run whose agent opened this shell, told by an ancestor's environment even where this one's was cleaned. */
export function runAbove(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env.CW_RUN) return env.CW_RUN;
  for (const ancestor of ancestorsAtStart()) {
    const run = /(?:^|\0)CW_RUN=([^\0]+)/.exec(readProc(ancestor.pid, 'environ') ?? '')?.[1];
    if (run !== undefined) return run;
  }
  return undefined;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
