import { agentRefusals, findAgentRecord, findRun, runRefusals } from '@cw/agents';
import { type Refusal, toRefusal } from '@cw/entry';
import { type NamedInputs, namedInput } from '@cw/entry/trpc';
import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { type NamedPlace, wholeIds } from '@cw/tasks';

/** How requests name things in their filters, each read by the room it belongs to. */
export function namedInputs(read: ReadDb): NamedInputs {
  return {
    task: namedInput((task) => placeOf(read, { task })),
    project: namedInput((project) => placeOf(read, { project })),
    run: namedInput(async (run) => {
      const found = await findRun(read, run);
      return found.ok ? ok(found.value.id) : err(toRefusal(runRefusals, found.error));
    }),
    agent: namedInput(async (agent) => {
      const found = await findAgentRecord(read, agent, 'all');
      return found.ok ? ok(found.value.id) : err(toRefusal(agentRefusals, found.error));
    }),
  };
}

async function placeOf(read: ReadDb, place: NamedPlace): Promise<Result<string, Refusal>> {
  const found = await wholeIds(read, place);
  return found.ok ? ok(found.value.taskId ?? found.value.projectId ?? '') : found;
}
