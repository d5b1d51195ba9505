import { randomId, systemAct } from '@cw/kernel';
import { causeChoices, choicesFor, type ItemKind, messagesWithin, type NewItem } from '@cw/messages';
import type { Workspace } from './workspace.ts';

type SampleItem = { readonly kind: ItemKind; readonly title: string } & Partial<Omit<NewItem, 'kind' | 'details'>> & {
    readonly details?: object;
  };

const choices = {
  question: choicesFor.question,
  permission: choicesFor.permission,
  approval: choicesFor.approval,
  failure: choicesFor.failure,
  conflict: choicesFor.conflict,
  limit: choicesFor.account,
  login: choicesFor.account,
  pause: choicesFor.pause,
  hold: causeChoices.repository,
  proposal: choicesFor.proposals,
} as const;

/** Puts things before people at once, as agents would that ask all together. Answers their ids. */
export function raiseItems(workspace: Workspace, items: readonly SampleItem[]): Promise<readonly string[]> {
  const act = systemAct('orchestrator');
  return workspace.storage().transact(async (tx) => {
    const ids: string[] = [];
    for (const item of items) {
      // Of any kind, and open though no task and no account is there.
      const subject = `ask:${randomId('run')}`;
      const about = { subject, projectId: null, taskId: null, runId: null, choices: choices[item.kind] };
      const sample = { ...about, ...item } as NewItem;
      ids.push(await messagesWithin(tx).raiseItem(sample, act));
    }
    return ids;
  });
}
