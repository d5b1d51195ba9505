import type { Client, ClientPlaces, ClientScope, ServerStart } from '@cw/agents';
import type { Refusal, Style } from '@cw/entry';
import type { Result } from '@cw/kernel';
import type { ConfigProblem } from '../setup/change-config.ts';
import { changeHook, hookSnippet } from '../setup/change-hook.ts';
import type { Change } from './setup.ts';

type Hook = {
  readonly path: string;
  readonly command: string;
  readonly snippet: string;
  readonly change: (removes: boolean) => (text: string) => Result<string, ConfigProblem>;
};

/** What the hook starts, and where configurations lie. */
type Around = { readonly places: ClientPlaces; readonly start: ServerStart };

/** The hook by which the program's sessions begin with what `cw prime` says. */
export function hookOf({ hook }: Client, scope: ClientScope, { places, start }: Around): Hook | undefined {
  if (hook === undefined) return undefined;
  const command = [start.command, ...start.args].map(quoted).join(' ');
  return {
    path: hook.file(scope, places),
    command,
    snippet: hookSnippet(hook.path, command),
    change: (removes) => (text) => changeHook(hook.path, text, removes ? undefined : command),
  };
}

/** A word as a shell reads it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What became of the hook, and of which file. */
export type ToldHook = { readonly path: string; readonly change: Change; readonly command: string };

/** The same as a line for people. */
export function tellHook({ path, change, command }: ToldHook, style: Style): string {
  const where = style.bold(path);
  if (change === 'removed') return `Removed the session hook: ${where}.`;
  if (change === 'unchanged') return `Nothing to change in ${where}.`;
  return `Each session starts with ${style.cyan(command)}: ${change} ${where}. To skip this, use --no-hook.`;
}

/** Why the hook was not put in, in words. */
export function hookRefusal(problem: ConfigProblem, name: string, path: string): Refusal {
  const hint = `Correct it, or leave the session hook out with --no-hook. cw setup ${name} --print shows it.`;
  const why =
    problem.kind === 'unreadable'
      ? `cannot be read as JSON: ${problem.why}`
      : 'has no list of session hooks that can be added to';
  return { code: `setup.${problem.kind}`, message: `${path} ${why}. Nothing was written.`, hint };
}
