import type { ReadDb } from '@cw/storage';
import { dispatchNeeds, listDispatchable } from '@cw/tasks';
import { wantedModel } from '../queries/wanted-model.ts';
import {
  type AccountChoice,
  type Blocker,
  blockersOf,
  freeAccounts,
  generalBlockers,
  isNoRoom,
  roomBlockers,
} from './blocker.ts';
import { candidates, type Offered } from './candidates.ts';
import { openSurvey, type Survey, type SurveyDeps } from './survey.ts';

export type Chosen = Offered & {
  /** Accounts that it could be started with, the one to take first; null: without one. */
  readonly accounts: readonly AccountChoice[];
};

export type Choice = {
  /** What is to be started next; undefined: nothing. */
  readonly chosen: Chosen | undefined;
  /** What kept back what was looked at before. */
  readonly blockers: readonly Blocker[];
};

/** Which task an agent is started for next: the first, in the order of the strategies, that nothing keeps back. */
export async function chooseTask(db: ReadDb, deps: SurveyDeps): Promise<Choice> {
  if ((await listDispatchable(db, { limit: 1 })).length === 0) return { chosen: undefined, blockers: [] };
  const survey = await openSurvey(db, deps);
  const general = generalBlockers(survey.workspace);
  if (general.length > 0) return { chosen: undefined, blockers: general };
  const blockers: Blocker[] = [];
  const judgedAlike = new Set<string>();
  for await (const page of candidates(db, survey.closedProjects)) {
    for (const offered of page) {
      const missing = survey.missingFor({ ...offered.task, ...offered.needs });
      const kind = kindOf(offered, missing);
      if (judgedAlike.has(kind)) continue;
      judgedAlike.add(kind);
      const judged = await judge(survey, offered, missing);
      blockers.push(...judged.blockers);
      if (judged.blockers.length === 0) return { chosen: judged.chosen, blockers };
      if (judged.blockers.some(isNoRoom)) return judged;
    }
  }
  return { chosen: undefined, blockers };
}

/** What is alike in this is kept back by the same: thousands of tasks may wait for one capability. */
function kindOf({ task, needs, model }: Offered, missing: readonly Blocker[]): string {
  return JSON.stringify([missing, model, task.projectId, task.assignee, needs.hasScript, needs.requires, needs.files]);
}

/** Whether one task can be started now, or what keeps it back; one that is not assigned and ready has neither. */
export async function judgeTask(db: ReadDb, deps: SurveyDeps, id: string): Promise<Choice> {
  const [task] = await listDispatchable(db, { id });
  if (task === undefined) return { chosen: undefined, blockers: [] };
  const needs = (await dispatchNeeds(db, [task.n])).get(task.n) ?? { hasScript: false, files: [], requires: [] };
  const survey = await openSurvey(db, deps);
  const offered = { task, needs, ...(await wantedModel(db, task)) };
  return judge(survey, offered, survey.missingFor({ ...task, ...needs }));
}

async function judge(survey: Survey, offered: Offered, missing: readonly Blocker[]): Promise<Choice> {
  const { task, needs, model } = offered;
  const standing = await survey.of(task.projectId);
  const { id, projectId, assignee } = task;
  const found = blockersOf({ id, projectId, assignee, needs, model }, standing);
  const own = [...found, ...missing];
  const blockers = own.length > 0 ? own : roomBlockers(standing);
  if (blockers.length > 0) return { chosen: undefined, blockers };
  return { chosen: { ...offered, accounts: needs.hasScript ? [null] : freeAccounts(standing, model) }, blockers };
}
