import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TaskView } from '@cw/tasks';
import { tempDir, tempRepo } from '@cw/testkit';
import { addProject, createTask } from '../harness/project.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';

/** What the cases name: a workspace with something in it, files, repositories, a port. */
export type World = AsyncDisposable & {
  readonly cw: Workspace;
  /** Holds an empty folder `bare` and the files below. */
  readonly folder: string;
  /** Paths of repositories that are in nobody's care. */
  readonly repos: Readonly<Record<'empty' | 'branchCw' | 'sound', string>>;
  /** A port that another program listens on. */
  readonly taken: number;
  /** Titled "Two"; needs the one titled "One". */
  readonly task: string;
  readonly needed: string;
  /** A task of no project, where there are two. */
  readonly homeless: string;
};

const files: Readonly<Record<string, string | Uint8Array>> = {
  'plain.txt': 'text\n',
  'nul.bin': Buffer.from('a\0b'),
  'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  'long.txt': 'x'.repeat(2_000_000),
  'broken.jsonl': '{"id":"b-1","title":"One"}\n{broken\n',
  'untitled.jsonl': '{"id":"b-1"}\n',
};

export async function makeWorld(): Promise<World> {
  const content = { 'a.txt': 'a' };
  const repos = [tempRepo(), ...Array.from({ length: 4 }, () => tempRepo({ files: content }))];
  const [cw, folder, empty, sample, other, branchCw, sound] = await Promise.all([openWorkspace(), tempDir(), ...repos]);
  if (!empty || !sample || !other || !branchCw || !sound) throw new Error('a repository was not made');
  await branchCw.git('branch', 'cw');
  await mkdir(join(folder.path, 'bare'));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder.path, name), bytes);
  await addProject(cw, sample);
  await cw.ask('project', 'add', other.path, '--name', 'other');
  const { id: needed } = await createTask(cw, 'One');
  const { id: task } = await createTask(cw, 'Two', { needs: [needed] });
  const { id: homeless } = await cw.ask<TaskView>('task', 'create', 'Three');
  const port = await occupyPort();
  return {
    ...{ cw, folder: folder.path, taken: port.number, task, needed, homeless },
    repos: { empty: empty.path, branchCw: branchCw.path, sound: sound.path },
    [Symbol.asyncDispose]: async () => {
      await port.free();
      for (const made of [folder, empty, sample, other, branchCw, sound]) await made.remove();
      await cw[Symbol.asyncDispose]();
    },
  };
}

async function occupyPort(): Promise<{ readonly number: number; readonly free: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    number: typeof address === 'object' && address !== null ? address.port : 0,
    free: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
