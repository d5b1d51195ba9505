import { checkRuns } from '@cw/agents';
import { checkMerges } from '@cw/integration';
import { checkPlaces } from '@cw/orchestrator';
import { checkProjects, cloneRepairs } from '@cw/projects';
import type { Check, Repair } from '@cw/storage';
import { checkTasks, taskRepairs } from '@cw/tasks';

/** What each module checks of its own, in the order of the modules. */
export const moduleChecks: readonly Check[] = [checkProjects, checkTasks, checkRuns, checkMerges, checkPlaces];

/** Every repair of the database, in the order in which they are made: what is derived last, from what the others left. */
export const repairs: readonly Repair[] = [...cloneRepairs, ...taskRepairs.toReversed()];
