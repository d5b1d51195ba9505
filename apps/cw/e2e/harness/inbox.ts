import { randomId, systemAct } from '@cw/kernel';
import { choicesFor, type NewItem, raiseItemStep } from '@cw/messages';
import type { Workspace } from './workspace.ts';

type SampleItem = Pick<NewItem, 'kind' | 'title'> & Partial<Omit<NewItem, 'kind' | 'title'>>;

const choices = {
  question: choicesFor.question,
  permission: choicesFor.permission,
  approval: choicesFor.approval,
  failure: choicesFor.failure,
  conflict: choicesFor.conflict,
  limit: choicesFor.account,
  login: choicesFor.account,
} as const;

/** Puts things before people at once, as agents would that ask all together. Answers their ids. */
export function raiseItems(workspace: Workspace, items: readonly SampleItem[]): Promise<readonly string[]> {
  const act = systemAct('orchestrator');
  return workspace.storage().transact(async (tx) => {
    const ids: string[] = [];
    for (const item of items) {
      const subject = `ask:${randomId('run')}`;
      const about = { subject, projectId: null, taskId: null, runId: null, choices: choices[item.kind] };
      ids.push(await raiseItemStep(tx, { ids: randomId, ...about, ...item }, act));
    }
    return ids;
  });
}
