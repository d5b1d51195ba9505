import type { McpContext, McpTool } from '@cw/entry/mcp';

/**
 * How far a tool goes. `own task`: that of its run; `around`: also what that task hangs together with, as a person linked
 * it; `own project`: the project of its run; `workspace`: everything that the person has.
 */
export type Reach = 'nothing' | 'own task' | 'around' | 'own project' | 'workspace';

export type ToolReach = {
  readonly reads: Reach;
  readonly writes: Reach;
  /** The setting that says how often one run may write with it; null: see `why`. */
  readonly bound: string | null;
  /** Why nothing bounds it. */
  readonly why?: string;
};

const looks = { writes: 'nothing', bound: null, why: 'it only looks, within a budget or a number of rows' } as const;

/** Every tool of the agents that cw starts. A tool that is not here is not served. */
export const reachOfRunTools: Readonly<Record<string, ToolReach>> = {
  task_show: { reads: 'around', ...looks },
  task_search: { reads: 'own project', ...looks },
  task_progress: { reads: 'own task', writes: 'own task', bound: 'agents.maxComments' },
  task_checkpoint_add: { reads: 'own task', writes: 'own task', bound: 'agents.maxComments' },
  task_comment: { reads: 'own task', writes: 'own task', bound: 'agents.maxComments' },
  task_artifact_add: { reads: 'own task', writes: 'own task', bound: 'agents.maxComments' },
  task_propose_follow_up: { reads: 'own task', writes: 'own task', bound: 'agents.maxFollowUps' },
  ask: { reads: 'own task', writes: 'own task', bound: 'agents.maxQuestions' },
  approve: {
    reads: 'own project',
    writes: 'own task',
    bound: null,
    why: 'its program calls it, once for each thing that the agent wants to do and may not do unasked',
  },
  mail_read: {
    reads: 'own project',
    writes: 'own project',
    bound: null,
    why: 'it notes as read what it gives, and gives each message once',
  },
  mail_send: { reads: 'own project', writes: 'own project', bound: 'agents.maxMessages' },
};

const asThePerson = { reads: 'workspace', bound: null, why: 'it acts as the person, whose program it is' } as const;
const userLooks = { ...asThePerson, writes: 'nothing' } as const;
const userWrites = { ...asThePerson, writes: 'workspace' } as const;

/** Every tool of a person's own agent program, which belongs to no run and no project. */
export const reachOfUserTools: Readonly<Record<string, ToolReach>> = {
  task_list: userLooks,
  task_show: userLooks,
  inbox_list: userLooks,
  task_ready: userWrites,
  task_create: userWrites,
  task_update: userWrites,
  task_claim: userWrites,
  task_release: userWrites,
  task_close: userWrites,
  task_dep: userWrites,
  task_comment: userWrites,
  task_checkpoint_add: userWrites,
  inbox_answer: userWrites,
  run_steer: userWrites,
};

/** The tools, each of which is in the table. @throws Error for one that is not: nobody has said how far it goes */
export function heldToReach<Context extends McpContext>(
  tools: readonly McpTool<Context>[],
  table: Readonly<Record<string, ToolReach>>,
): readonly McpTool<Context>[] {
  const unknown = tools.find(({ name }) => table[name] === undefined);
  if (unknown) throw new Error(`the tool ${unknown.name} is not in the table of reach`);
  return tools;
}
