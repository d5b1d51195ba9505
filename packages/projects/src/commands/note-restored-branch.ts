import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { ProjectEvent } from '../contract.ts';

type Restored = Extract<ProjectEvent, { readonly type: 'project.branch-restored' }>;

/** Tells that a branch of cw's own, which somebody had moved, was put back. */
export async function noteRestoredBranch(
  tx: Tx,
  { projectId, restored }: { readonly projectId: string; readonly restored: Restored['payload'] },
  act: Act,
): Promise<void> {
  await append(tx, { type: 'project.branch-restored', entity: projectId, payload: restored }, act);
}
