import { readSetting } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { handoffAtCoordinatorsKey, handoffAtKey } from '../agents-config.ts';
import type { RunRecord } from '../model/run.ts';

const coordinators: ReadonlySet<string> = new Set(['orchestrator', 'supervisor', 'architect', 'verifier', 'monitor']);

/** From which share of its context on the agent of a run is to hand over; undefined: never. */
export async function handoffLimit(
  db: ReadDb,
  { role, projectId, taskId }: Pick<RunRecord, 'role' | 'projectId' | 'taskId'>,
): Promise<number | undefined> {
  const key = coordinators.has(role) ? handoffAtCoordinatorsKey : handoffAtKey;
  const { value } = await readSetting(db, key, { project: projectId, task: taskId });
  return value === 0 ? undefined : value;
}
