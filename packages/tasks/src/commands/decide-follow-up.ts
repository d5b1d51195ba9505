import { type Act, err, ok } from '@cw/kernel';
import { defaultPriority, defaultType } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import type { ProposalView, TaskView } from '../model/task-view.ts';
import { addEdge } from './add-dependency.ts';
import { insertTask } from './create-task.ts';
import { knownTask, type TaskResult } from './task-work.ts';

/** Makes a task of a proposed follow-up, in the project of the task it came from. People only. */
export async function acceptFollowUp(
  store: TaskStore,
  input: { readonly followUp: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const proposal = await undecided(store, input.followUp, act);
  return proposal.ok ? acceptProposed(store, { proposal: proposal.value }, act) : proposal;
}

/** Declines a proposed follow-up; it stays readable. People only. */
export async function declineFollowUp(
  store: TaskStore,
  input: { readonly followUp: string },
  act: Act,
): Promise<TaskResult<ProposalView>> {
  const proposal = await undecided(store, input.followUp, act);
  if (!proposal.ok) return proposal;
  const { id, taskId } = proposal.value;
  await store.decideProposal(id, 'declined', null);
  await store.append({ type: 'task.follow-up-declined', entity: taskId, payload: { proposalId: id } }, act);
  return ok({ ...proposal.value, state: 'declined' });
}

async function undecided(store: TaskStore, ref: string, act: Act): Promise<TaskResult<ProposalView>> {
  if (act.actor.kind !== 'user') return err({ kind: 'task.people-only', action: 'follow-up' });
  const typed = ref.toLowerCase();
  const start = typed.startsWith('fu_') ? typed : `fu_${typed}`;
  const candidates = ref.length === 0 ? [] : await store.proposalCandidates(start);
  const id = candidates.includes(start) ? start : candidates[0];
  if (id === undefined) return err({ kind: 'follow-up.not-found', ref });
  if (id !== start && candidates.length > 1) return err({ kind: 'follow-up.ambiguous', ref, candidates });
  const proposal = await store.findProposal(id);
  if (!proposal) return err({ kind: 'follow-up.not-found', ref });
  if (proposal.state !== 'waiting') return err({ kind: 'follow-up.decided', id, state: proposal.state });
  return ok(proposal);
}

/** Makes a task of a follow-up that was just proposed, where people said that theirs need not be asked for. */
export async function acceptProposed(
  store: TaskStore,
  { proposal }: { readonly proposal: ProposalView },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const id = store.ids('task');
  const origin = await knownTask(store, proposal.taskId);
  if (!origin.ok) return origin;
  const made = await insertTask(
    store,
    {
      task: {
        id,
        title: proposal.title,
        description: proposal.description,
        acceptance: '',
        script: null,
        priority: defaultPriority,
        type: defaultType,
        labels: [],
        assignee: null,
        dispatch: 'manual',
        parentId: null,
        projectId: origin.value.projectId,
      },
      needed: [],
    },
    act,
  );
  if (!made.ok) return made;
  const task = await knownTask(store, id);
  if (!task.ok) return task;
  const edge = { task: task.value, on: origin.value, type: 'discovered-from' } as const;
  const linked = await addEdge(store, edge, act);
  if (!linked.ok) return linked;
  await store.decideProposal(proposal.id, 'accepted', task.value);
  await store.append(
    { type: 'task.follow-up-accepted', entity: proposal.taskId, payload: { proposalId: proposal.id, taskId: id } },
    act,
  );
  return ok(await store.view(id));
}
