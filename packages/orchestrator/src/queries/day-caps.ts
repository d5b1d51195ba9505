import { spentOn } from '@cw/agents';
import { readSetting } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { maxCostPerDay } from '../config-keys.ts';

/** A day's money that is used up, in the workspace or in one project. */
export type DayCap = {
  readonly in: 'workspace' | 'project';
  /** Null: the workspace. */
  readonly projectId: string | null;
  readonly spentUsd: number;
  readonly capUsd: number;
};

/**
 * Whether what may be spent a day is spent, in the workspace (for an absent project) or in a project by a cap of its own.
 * The day is that of this machine.
 */
export async function reachedDayCap(db: ReadDb, projectId?: string): Promise<DayCap | undefined> {
  const setting = await readSetting(db, maxCostPerDay, projectId === undefined ? {} : { project: projectId });
  if (setting.value === 0 || (projectId !== undefined && setting.from !== 'project')) return undefined;
  const now = await db.get<{ now: number }>('SELECT now_ms() AS now');
  const since = new Date(now?.now ?? 0).setHours(0, 0, 0, 0);
  const spentUsd = await spentOn(db, projectId === undefined ? { since } : { since, projectId });
  const where = projectId === undefined ? 'workspace' : 'project';
  return spentUsd >= setting.value
    ? { in: where, projectId: projectId ?? null, spentUsd, capUsd: setting.value }
    : undefined;
}
