import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from '@cw/entry';
import { Fault } from '@cw/kernel';
import { openStorage, type Storage, sandboxFolder, sandboxMark, systemClock } from '@cw/storage';
import { migrations } from '../assets.ts';
import { sayReason } from './reasons.ts';
import { systemIds } from './system-ids.ts';

export type OpenWorkspace = Workspace & { close(): void };

/**
 * A workspace whose database is opened, and made where there is none, when something first touches it.
 * @param beforeWrite called before each write; what it throws keeps the write from happening
 */
export function workspaceAt(home: string, beforeWrite?: () => void): OpenWorkspace {
  let storage: Storage | undefined;
  return {
    home,
    clock: systemClock,
    ids: systemIds,
    get storage() {
      if (storage === undefined) refuseInSandbox(home);
      const reactions = async () => (await import('./reactions.ts')).reactions;
      const path = join(home, 'cw.db');
      const options = { path, migrations: migrations(), ids: systemIds, reactions, say: sayReason };
      storage ??= guarded(openStorage(options), beforeWrite);
      return storage;
    },
    close: () => {
      storage?.close();
      storage = undefined;
    },
  };
}

/**
 * In the sandbox of an agent the workspace is hidden, and what would be made in its place would look like an empty one.
 * @throws Fault `sandbox.no-workspace`
 */
export function refuseInSandbox(home: string): void {
  if (!isMarked(home) && !(home === join(homedir(), '.cw') && isMarked(sandboxFolder))) return;
  throw new Fault({
    code: 'sandbox.no-workspace',
    message: "This is an agent's sandbox: the workspace cannot be reached from here.",
    hint: 'Use the cw tools that the run was given, or say in the result what a person should do.',
  });
}

/** A mark of another user's, in a folder that everybody may write to, says nothing. */
function isMarked(folder: string): boolean {
  try {
    const mark = statSync(join(folder, sandboxMark), { throwIfNoEntry: false });
    return mark !== undefined && mark.uid === process.getuid?.();
  } catch (error) {
    // What is wrong with the folder is told when it is opened.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

function guarded(storage: Storage, beforeWrite: (() => void) | undefined): Storage {
  if (beforeWrite === undefined) return storage;
  return {
    ...storage,
    transact: async (work) => {
      beforeWrite();
      return storage.transact(work);
    },
  };
}
