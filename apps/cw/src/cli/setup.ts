import { mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Client, ClientPlaces, ClientScope, ServerStart } from '@cw/agents';
import type { CliContext, CliInput, CliRun, Refusal, Style } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { selfCommand } from '../assets.ts';
import { type ConfigProblem, changeConfig, snippet } from '../setup/change-config.ts';
import { clients } from '../setup/clients.ts';
import { findHome } from './home.ts';
import { hookOf, hookRefusal, type ToldHook, tellHook } from './setup-hook.ts';
import { unreadable } from './unreadable.ts';
import { writeOutputFile } from './write-output.ts';

/**
 * `cw setup`: puts `cw mcp --as-user` into an agent program's configuration, and `cw prime` before its sessions where it has a hook
 * for that; or shows what belongs there, or takes it out.
 */
export const setup: CliRun = async (input, context) => {
  const name = input.argument('client');
  const client = clients.get(name);
  if (client === undefined) throw new Error('the client was not checked');
  const scope = readScope(input);
  if (!scope.ok) return scope;
  const removes = input.flag('remove');
  const start = startFor(['mcp', '--as-user'], scope.value, context);
  const entry = client.entry(start);
  const path = client.file(scope.value, placesOf(context));
  const hook = input.flag('no-hook')
    ? undefined
    : hookOf(client, scope.value, { places: placesOf(context), start: startFor(['prime'], scope.value, context) });
  const facts = { client: name, scope: scope.value, path };
  const paths = [path, ...(hook ? [hook.path] : [])];
  if (input.flag('print')) {
    const text = [snippet(client, entry), ...(hook ? [`In ${hook.path}:`, hook.snippet] : [])].join('\n\n');
    return ok({ data: { ...facts, change: 'none', hook: null, text }, ids: paths, text: () => text });
  }
  const config = planned(path, removes, (text) => changeConfig(client, text, removes ? undefined : entry));
  if (!config.ok) return err(refusalFor(config.error, { client, name, path }));
  const hooks = hook && planned(hook.path, removes, hook.change(removes));
  if (hooks?.ok === false) return err(hookRefusal(hooks.error, name, hook?.path ?? ''));
  for (const file of [config.value, ...(hooks ? [hooks.value] : [])]) {
    if (file.change !== 'unchanged') await write(file.path, file.text);
  }
  const told = {
    ...{ ...facts, change: config.value.change, command: [start.command, ...start.args] },
    hook: hook && hooks ? { path: hook.path, change: hooks.value.change, command: hook.command } : null,
  };
  return ok({ data: told, ids: paths, text: (style) => tell(told, client, style) });
};

type Planned = { readonly path: string; readonly text: string; readonly change: Change };

/** What would become of a file: all of them are known to be right before the first is written. */
function planned(
  path: string,
  removes: boolean,
  change: (text: string) => Result<string, ConfigProblem>,
): Result<Planned, ConfigProblem> {
  const before = readText(path);
  const after = change(before ?? '');
  return after.ok ? ok({ path, text: after.value, change: changeOf(before, after.value, removes) }) : after;
}

export type Change = 'created' | 'updated' | 'removed' | 'unchanged';

function changeOf(before: string | undefined, after: string, removes: boolean): Change {
  if ((before ?? '') === after) return 'unchanged';
  if (removes) return 'removed';
  return before === undefined ? 'created' : 'updated';
}

type Told = {
  readonly path: string;
  readonly scope: ClientScope;
  readonly change: Change;
  readonly command: readonly string[];
  readonly hook: ToldHook | null;
};

function tell({ path, scope, change, command, hook }: Told, { title, next }: Client, style: Style): string {
  const where = `${style.bold(path)} (${scope === 'user' ? 'for you, everywhere' : 'for this project'})`;
  const tools = {
    removed: [`Removed cw from ${title}: ${where}.`],
    unchanged: [`Nothing to change in ${where}.`],
    created: [`Added cw to ${title}: created ${where}.`, `It starts ${style.cyan(command.join(' '))}.`],
    updated: [`Added cw to ${title}: updated ${where}.`, `It starts ${style.cyan(command.join(' '))}.`],
  }[change];
  const changes = [change, hook?.change].some((one) => one === 'created' || one === 'updated');
  return [...tools, ...(hook ? [tellHook(hook, style)] : []), ...(changes ? [next] : [])].join('\n');
}

function readScope(input: CliInput): Result<ClientScope, Refusal> {
  if (!input.flag('project')) return ok('user');
  if (!input.flag('user')) return ok('project');
  return err({
    code: 'usage.scope',
    message: '--user and --project cannot be combined.',
    hint: 'Give one of them; --user is the default.',
    kind: 'usage',
  });
}

/** By name where a shell finds this program under it, else by its place; others find it by name or not at all. */
function startFor(words: readonly string[], scope: ClientScope, { workspace, cwd, env }: CliContext): ServerStart {
  const usual = findHome({ env: { HOME: env.HOME }, cwd });
  const args = [...words, ...(workspace.home === usual ? [] : ['--home', workspace.home])];
  if (scope === 'project' || isOnPath(env.PATH ?? '')) return { command: 'cw', args };
  const self = selfCommand();
  return { command: self.command, args: [...self.args, ...args] };
}

function isOnPath(path: string): boolean {
  const self = selfCommand();
  const own = realpathSync(self.args[0] ?? self.command);
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, 'cw'))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  return found !== undefined && realpathSync(found) === own;
}

function placesOf({ cwd, env }: CliContext): ClientPlaces {
  return { userHome: env.HOME || homedir(), projectRoot: repositoryAround(cwd) ?? cwd, env };
}

/** The folder of the working tree one stands in. */
function repositoryAround(folder: string): string | undefined {
  if (statSync(join(folder, '.git'), { throwIfNoEntry: false })) return folder;
  return dirname(folder) === folder ? undefined : repositoryAround(dirname(folder));
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}

async function write(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  await writeOutputFile(
    path,
    (async function* () {
      yield text;
    })(),
  );
}

/** Where it cannot be made, writing the file says why. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o777 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function refusalFor(
  problem: ConfigProblem,
  { client, name, path }: { readonly client: Client; readonly name: string; readonly path: string },
): Refusal {
  const print = `cw setup ${name} --print shows the entry.`;
  switch (problem.kind) {
    case 'unreadable':
      return {
        code: 'setup.unreadable',
        message: `${path} cannot be read as ${client.format.toUpperCase()}: ${problem.why}. Nothing was written.`,
        hint: `Correct it and try again. ${print}`,
      };
    case 'taken':
      return {
        code: 'setup.name-taken',
        message: `${path} already has another server named cw. Nothing was written.`,
        hint: `Rename that one and try again. ${print}`,
      };
    case 'too-different':
      return {
        code: 'setup.too-different',
        message: `${path} cannot be changed without affecting the rest of the file. Nothing was written.`,
        hint: `Edit it by hand. ${print}`,
      };
  }
}
