import {
  type Missing,
  type ProgramCommand,
  programCommands,
  programFor,
  programOf,
  type SandboxState,
  sandboxKey,
  sandboxNetworkKey,
} from '@cw/agents';
import { settingReader } from '@cw/config';
import { isClone, projectPaths } from '@cw/projects';
import type { ReadDb } from '@cw/storage';
import type { Blocker } from './blocker.ts';

/** What this machine has for agents, as one process knows it. */
export type Machine = {
  /** Folder of the workspace. */
  readonly home: string;
  /** Whether agents can be kept in a sandbox here; undefined: nobody has tried yet. */
  readonly sandbox: SandboxState | undefined;
  /** Why a program cannot be started; undefined where it can, or nobody has tried yet. */
  readonly whyNotFound: (sought: ProgramCommand) => Missing | undefined;
};

export type Needing = { readonly id: string; readonly projectId: string; readonly hasScript: boolean };

/** What is missing on this machine for a task to be started, asked of one task after the other. */
export async function openMachine(db: ReadDb, machine: Machine): Promise<(task: Needing) => readonly Blocker[]> {
  const sandboxMissing = await openSandbox(db, machine.sandbox);
  const programMissing = await openPrograms(db, machine);
  const cloneMissing = openClones(machine.home);
  return (task) => [...cloneMissing(task), ...sandboxMissing(task), ...programMissing(task)];
}

/** Why nothing can be done in a project: its private clone is gone or damaged. Asked of one project after the other. */
export function openClones(home: string): (place: Pick<Needing, 'projectId'>) => readonly Blocker[] {
  const known = new Map<string, readonly Blocker[]>();
  return ({ projectId }) => {
    const { clone: folder } = projectPaths(home, projectId);
    const gone: Blocker = { why: 'clone', projectId, folder };
    const found = known.get(projectId) ?? (isClone(folder) ? [] : [gone]);
    known.set(projectId, found);
    return found;
  };
}

async function openSandbox(
  db: ReadDb,
  state: SandboxState | undefined,
): Promise<(task: Needing) => readonly Blocker[]> {
  if (state === undefined || (state.works && state.noNetwork === null)) return () => [];
  const wall = state.works ? 'network' : 'all';
  const { why: because, hint, next } = state.works ? (state.noNetwork ?? { why: '' }) : state;
  const blocker: Blocker = { why: 'sandbox', wall, because, advice: { hint, next } };
  const [modeOf, networkOf] = [await settingReader(db, sandboxKey), await settingReader(db, sandboxNetworkKey)];
  return ({ id: task, projectId: project }) => {
    const isOpen = modeOf({ project, task }).value === 'off';
    return isOpen || (wall === 'network' && networkOf({ project, task }).value === 'shared') ? [] : [blocker];
  };
}

async function openPrograms(db: ReadDb, { whyNotFound }: Machine): Promise<(task: Needing) => readonly Blocker[]> {
  const names = [programFor({ hasScript: false }), programFor({ hasScript: true })] as const;
  const [forWords, forScript] = [await programCommands(db, names[0]), await programCommands(db, names[1])];
  const known = new Map<string, readonly Blocker[]>();
  return ({ id: task, projectId: project, hasScript }) => {
    const sought = (hasScript ? forScript : forWords)({ project, task });
    if (sought === undefined) return [];
    const key = JSON.stringify(sought);
    const found = known.get(key) ?? seek(sought, whyNotFound);
    known.set(key, found);
    return found;
  };
}

function seek(sought: ProgramCommand, whyNotFound: Machine['whyNotFound']): readonly Blocker[] {
  const missing = whyNotFound(sought);
  if (missing === undefined) return [];
  const { why: because, hint, next } = missing;
  const { program, command } = sought;
  return [{ why: 'program', program, title: programOf(program).title, command, because, advice: { hint, next } }];
}
