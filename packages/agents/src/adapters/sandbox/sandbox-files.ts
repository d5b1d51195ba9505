import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextStep } from '@cw/kernel';
import type { Missing } from '../../model/missing.ts';
import type { RunSandbox, SandboxState } from '../../model/sandbox.ts';

const ownerOnly = { mode: 0o600 };

/** What the server of a workspace found when it last tried; undefined before one did. */
export function readSandboxState(home: string): SandboxState | undefined {
  const state = parsed(join(home, 'sandbox.json'));
  const works = field(state, 'works');
  if (works === true) {
    const [nesting, filter] = [field(state, 'nesting'), field(state, 'filter')];
    return {
      works,
      program: String(field(state, 'program')),
      nesting: nesting === 'bubblewrap' || nesting === 'filter' ? nesting : null,
      filter: typeof filter === 'string' ? filter : null,
      noNetwork: missingIn(field(state, 'noNetwork')),
    };
  }
  return works === false ? { works, ...(missingIn(state) ?? { why: '' }) } : undefined;
}

function missingIn(value: unknown): Missing | null {
  if (typeof value !== 'object' || value === null) return null;
  const [hint, next] = [field(value, 'hint'), field(value, 'next')];
  return {
    why: String(field(value, 'why')),
    ...(typeof hint === 'string' ? { hint: /\.$/.test(hint) ? hint : `${hint}.` } : {}),
    ...(Array.isArray(next) ? { next: next.flatMap(stepIn) } : {}),
  };
}

/** Nothing of what is no step. */
function stepIn(value: unknown): readonly NextStep[] {
  const [say, command, args] = [field(value, 'say'), field(value, 'command'), field(value, 'args')];
  if (typeof say !== 'string' || typeof command !== 'string' || !Array.isArray(args)) return [];
  return [{ say, command, args: args.map(String) }];
}

/** Tells other processes what was found, where there is room for it; a file that says so already stays. */
export function keepSandboxState(home: string, state: SandboxState): void {
  if (JSON.stringify(readSandboxState(home)) === JSON.stringify(state)) return;
  const path = join(home, 'sandbox.json');
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, ownerOnly);
    renameSync(`${path}.new`, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** How the agent of a run was started; null before it was, and of one from before that was kept. */
export function readRunSandbox(logDir: string): RunSandbox | null {
  const kept = parsed(join(logDir, 'sandbox.json'));
  const on = field(kept, 'on');
  const missing = field(kept, 'missing');
  if (on === true) {
    const network = field(kept, 'network') === 'private' ? ({ network: 'private' } as const) : {};
    return typeof missing === 'string' ? { on, missing, ...network } : { on, ...network };
  }
  return on === false ? { on, why: String(field(kept, 'why')) } : null;
}

export function keepRunSandbox(logDir: string, sandbox: RunSandbox): void {
  writeFileSync(join(logDir, 'sandbox.json'), `${JSON.stringify(sandbox)}\n`, ownerOnly);
}

/** Undefined of a file that is missing or not whole. */
function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
