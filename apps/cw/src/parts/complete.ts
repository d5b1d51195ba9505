import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cut, plainLine } from '@cw/entry';
import { isFault } from '@cw/kernel';
import type { ReadDb, WordsAmong } from '@cw/storage';
import { assigneeWords, commentWords, labelWords, projectWords, proposalWords, taskWords } from '@cw/tasks';
import { taskCommands } from '@cw/tasks/cli';
import { type Candidate, type Completion, completionOf, type InWorkspace } from '../cli/complete.ts';
import { findHome, workingFolder } from '../cli/home.ts';
import type { Thing } from '../cli/named-things.ts';
import { toStdout } from '../cli/output.ts';
import { workspaceAt } from '../cli/workspace.ts';

const most = 100;
const widest = 60;

/**
 * Answers what a shell may offer where a line ends: a line each, word, tab, what it is; `:files` where it is a path.
 * Whatever is wrong with the workspace, a shell that only wants to help is told nothing.
 * @param line words after `cw`, the last one as far as it is typed.
 */
export async function runComplete(line: readonly string[]): Promise<number> {
  const completion = await completionFor(line);
  if (completion.kind === 'files') {
    toStdout(':files\n');
    return 0;
  }
  const current = line.at(-1) ?? '';
  const start = current === '=' ? '' : current;
  const found = completion.kind === 'words' ? completion.words : await fromWorkspace(completion, line, start);
  const told = found.filter(({ word }) => word.startsWith(start)).slice(0, most);
  toStdout(
    told.map(({ word, description }) => `${plainLine(word)}\t${cut(plainLine(description), widest)}\n`).join(''),
  );
  return 0;
}

/** Ids of tasks are asked for the most, and where they stand is known without reading all other commands. */
async function completionFor(line: readonly string[]): Promise<Completion> {
  const completion = completionOf({ commands: taskCommands, groups: {} }, line);
  if (completion.kind !== 'words') return completion;
  const { allCommands, groups } = await import('../cli/catalog.ts');
  return completionOf({ commands: allCommands, groups }, line);
}

async function fromWorkspace(
  completion: InWorkspace,
  line: readonly string[],
  start: string,
): Promise<readonly Candidate[]> {
  const { env } = process;
  const flag = line[line.indexOf('--home') + 1];
  const home = findHome({ flag: line.includes('--home') ? flag : undefined, env, cwd: workingFolder(env) });
  if (completion.kind === 'named' && completion.thing === 'backup') return backupWords(home);
  if (!existsSync(join(home, 'cw.db'))) return [];
  const workspace = workspaceAt(home);
  try {
    return await read(workspace.storage.read, completion, start);
  } catch (error) {
    if (isFault(error)) return [];
    throw error;
  } finally {
    workspace.close();
  }
}

async function backupWords(home: string): Promise<readonly Candidate[]> {
  const { listBackups } = await import('../backup/backups.ts');
  const named = listBackups(home).map(({ path, reason, createdAt }) => ({
    word: basename(path),
    description: `${createdAt} ${reason}`,
  }));
  return named.length === 0 ? [] : [{ word: 'latest', description: 'the newest one' }, ...named];
}

function read(db: ReadDb, completion: InWorkspace, start: string): Promise<readonly Candidate[]> {
  if (completion.kind === 'tasks') return taskWords(db, { start, among: completion.among, limit: most });
  return completion.kind === 'answer'
    ? answers(db, start, completion.items)
    : words[completion.thing](db, start, completion.among);
}

/** What the items can be answered with, and other items that wait. */
async function answers(db: ReadDb, start: string, items: readonly string[]): Promise<readonly Candidate[]> {
  const { answerWords, itemWords } = await import('@cw/messages');
  const others = await itemWords(db, start, 'open');
  return [...(await answerWords(db, items)), ...others.filter(({ word }) => !items.includes(word))];
}

type Words = (db: ReadDb, start: string, among: WordsAmong) => Promise<readonly Candidate[]>;

/** What each kind of thing is called, from the room it belongs to, which is read only then. */
const words: Readonly<Record<Exclude<Thing, 'task'>, Words>> = {
  account: async (db, start) => (await import('@cw/accounts')).accountWords(db, start),
  actor: async (db) => [
    ...['person', 'agent', 'system'].map((word) => ({ word, description: 'everyone of that kind' })),
    ...(await (await import('@cw/storage')).actorWords(db)),
  ],
  agent: async (db, start) => (await import('@cw/agents')).agentWords(db, start),
  assignee: assigneeWords,
  backup: async () => [],
  comment: commentWords,
  'event-kind': async () =>
    (await import('../http/refreshes.ts')).eventNouns.map((word) => ({ word, description: '' })),
  item: async (...asked) => (await import('@cw/messages')).itemWords(...asked),
  label: labelWords,
  merge: async (...asked) => (await import('@cw/integration')).mergeWords(...asked),
  message: async (db, start) => (await import('@cw/messages')).messageWords(db, start),
  project: projectWords,
  proposal: proposalWords,
  recipient: async (db, start) => (await import('@cw/agents')).agentWords(db, start),
  rule: async (...asked) => (await import('@cw/messages')).ruleWords(...asked),
  run: async (...asked) => (await import('@cw/agents')).runWords(...asked),
  setting: async () =>
    (await import('../config-keys.ts')).configKeys.map(({ key, description }) => ({ word: key, description })),
  thing: async (db, start) => taskWords(db, { start, among: 'all', limit: most }),
};
