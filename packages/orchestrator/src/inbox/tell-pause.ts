import { type Act, readReason, type StoredReason } from '@cw/kernel';
import { choicesFor, messagesWithin } from '@cw/messages';
import type { Tx } from '@cw/storage';
import type { DispatchReason } from '../model/dispatch-reason.ts';

/** What an item about a pause is about. @param scope id of the project; empty for the workspace */
function pauseSubject(scope: string): `pause:${string}` {
  return `pause:${scope === '' ? wholeWorkspace : scope}`;
}

const wholeWorkspace = 'workspace';

/** The scope of a pause, by what stands behind the noun of such a subject. */
export function scopeOfPause(id: string): string {
  return id === wholeWorkspace ? '' : id;
}

export type PausedByFailures = { readonly scope: string; readonly reason: StoredReason | null };

/** Puts it before people that cw itself starts no more agents, in a project or at all. */
export async function tellPause(tx: Tx, { scope, reason }: PausedByFailures, act: Act): Promise<void> {
  const projectId = scope === '' ? null : scope;
  const project = await tx.get<{ name: string }>('SELECT name FROM project_view WHERE id = ?', [scope]);
  const title: DispatchReason = { code: 'dispatch.starts-none', project: project?.name ?? null };
  await messagesWithin(tx).raiseItem(
    {
      kind: 'pause',
      subject: pauseSubject(scope),
      projectId,
      taskId: null,
      runId: null,
      title,
      text: reason === null ? undefined : lookFirst(reason),
      choices: choicesFor.pause,
    },
    act,
  );
}

function lookFirst(reason: StoredReason): DispatchReason {
  return { code: 'dispatch.look-first', why: readReason(reason) };
}

/** Takes that back: agents are started again, or a person has paused it. */
export function settlePause(tx: Tx, scope: string, act: Act): Promise<void> {
  return messagesWithin(tx).settleSubject(pauseSubject(scope), act);
}
