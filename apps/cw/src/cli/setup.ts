import { mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Client, ClientPlaces, ClientScope, ServerStart } from '@cw/agents';
import type { CliContext, CliInput, CliRun, Refusal, Style } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { selfCommand } from '../assets.ts';
import { changeConfig, snippet } from '../setup/change-config.ts';
import { clients } from '../setup/clients.ts';
import { findHome } from './home.ts';
import { unreadable } from './unreadable.ts';
import { writeOutputFile } from './write-output.ts';

/** `cw setup`: puts `cw mcp --as-user` into an agent program's configuration, shows what belongs there, or takes it out. */
export const setup: CliRun = async (input, context) => {
  const name = input.argument('client');
  const client = clients.get(name);
  if (client === undefined) throw new Error('the client was not checked');
  const scope = readScope(input);
  if (!scope.ok) return scope;
  const start = startFor(scope.value, context);
  const entry = client.entry(start);
  const path = client.file(scope.value, placesOf(context));
  const facts = { client: name, scope: scope.value, path };
  if (input.flag('print')) {
    const text = snippet(client, entry);
    return ok({ data: { ...facts, change: 'none', text }, ids: [path], text: () => text });
  }
  const before = readText(path);
  const after = changeConfig(client, before ?? '', input.flag('remove') ? undefined : entry);
  if (!after.ok) return err(refusalFor(after.error, { client, name, path }));
  const change = changeOf(before, after.value, input.flag('remove'));
  if (change !== 'unchanged') await write(path, after.value);
  const told = { ...facts, change, command: [start.command, ...start.args] };
  return ok({ data: told, ids: [path], text: (style) => tell(told, client, style) });
};

type Change = 'created' | 'updated' | 'removed' | 'unchanged';

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
};

function tell({ path, scope, change, command }: Told, { title, next }: Client, style: Style): string {
  const where = `${style.bold(path)} (${scope === 'user' ? 'for you, everywhere' : 'for this project'})`;
  if (change === 'removed') return `Removed cw from ${title}: ${where}.`;
  if (change === 'unchanged') return `Nothing to change in ${where}.`;
  return [
    `Added cw to ${title}: ${change === 'created' ? 'created' : 'updated'} ${where}.`,
    `It starts ${style.cyan(command.join(' '))}.`,
    next,
  ].join('\n');
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
function startFor(scope: ClientScope, { workspace, cwd, env }: CliContext): ServerStart {
  const usual = findHome({ env: { HOME: env.HOME }, cwd });
  const args = ['mcp', '--as-user', ...(workspace.home === usual ? [] : ['--home', workspace.home])];
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

type Failed = Extract<ReturnType<typeof changeConfig>, { readonly ok: false }>['error'];

function refusalFor(
  problem: Failed,
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
