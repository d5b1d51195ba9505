import type { CliCommand, CliOption } from '@cw/entry';
import { task, tasks } from './common-options.ts';

const file = (what: string): CliOption => ({
  name: 'file',
  value: '<path>',
  description: `read ${what} from a file, or from standard input with -`,
});

/** Commands about the work on a task: keeping it, planning it, recording how far it has come, and the trash. */
export const workCommands: readonly CliCommand[] = [
  {
    path: ['task', 'heartbeat'],
    aliases: ['heartbeat'],
    summary: 'Renew your claim on a task, so that it does not expire',
    arguments: [task],
    options: [{ name: 'lease', value: '<minutes>', description: 'how long it lasts from now (5)' }],
    load: async () => (await import('./task-claim.ts')).taskHeartbeat,
  },
  {
    path: ['task', 'plan', 'set'],
    aliases: ['plan set'],
    summary: 'Write the plan of a task; parts not given are kept',
    arguments: [task],
    options: [
      { name: 'goal', value: '<text>', description: 'what is true when it is done' },
      { name: 'approach', value: '<text>', description: 'how it is done' },
      { name: 'alternatives', value: '<text>', description: 'what else was considered, and why it was rejected' },
      { name: 'step', value: '<text>', repeatable: true, description: 'a step; repeatable, in order' },
      { name: 'touches', value: '<path>', repeatable: true, description: 'a file to be created or changed' },
      file('the whole plan as JSON'),
    ],
    examples: ['cw task plan set 7f3k --goal "Redirects keep the query" --step "Add a failing test" --step "Fix it"'],
    load: async () => (await import('./task-plan.ts')).taskPlanSet,
  },
  {
    path: ['task', 'plan', 'show'],
    aliases: ['plan show'],
    summary: 'Show the plan of a task, and whether it is approved',
    arguments: [task],
    looks: true,
    load: async () => (await import('./task-plan.ts')).taskPlanShow,
  },
  {
    path: ['task', 'plan', 'approve'],
    aliases: ['plan approve'],
    summary: 'Approve the plan of a task: exactly what cw task plan show showed',
    arguments: [task],
    options: [{ name: 'digest', value: '<digest>', description: 'the digest at the end of the plan you read' }],
    examples: ['cw task plan approve 7f3k --digest 3f9a1c'],
    forPeople: true,
    load: async () => (await import('./task-plan.ts')).taskPlanApprove,
  },
  {
    path: ['task', 'checkpoint', 'add'],
    aliases: ['checkpoint add'],
    summary: 'Record a point from which work on a task can continue',
    arguments: [task, { name: 'text', description: 'the current state of the work', required: false }],
    options: [
      {
        name: 'type',
        short: 't',
        value: '<type>',
        description: 'plan, progress, decision, error, handoff, note or your own (progress)',
      },
      { name: 'path', value: '<path>', repeatable: true, description: 'a file needed to continue' },
      { name: 'commit', value: '<hash>', description: 'the commit with the work so far' },
      file('the text'),
    ],
    examples: ['cw task checkpoint add 7f3k "Parser done, printer is next" --commit 1a2b3c4'],
    load: async () => (await import('./task-checkpoint.ts')).taskCheckpointAdd,
  },
  {
    path: ['task', 'checkpoint', 'list'],
    aliases: ['checkpoint list', 'checkpoint ls', 'task checkpoint ls', 'task checkpoints'],
    summary: 'List the checkpoints of a task, in sequence',
    arguments: [task],
    options: [{ name: 'type', short: 't', value: '<type>', description: 'only those of one type' }],
    looks: true,
    load: async () => (await import('./task-checkpoint.ts')).taskCheckpointList,
  },
  {
    path: ['task', 'replan'],
    aliases: ['replan'],
    summary: 'Replace what is not done below a task; finished tasks are kept',
    arguments: [task],
    options: [
      { name: 'reason', short: 'r', value: '<text>', description: 'why' },
      { ...file('the new tasks'), description: 'the new tasks as JSON, from a file or from standard input with -' },
    ],
    examples: ['cw task replan 7f3k --reason "the library cannot do it" --file tasks.json'],
    forPeople: true,
    load: async () => (await import('./task-replan.ts')).taskReplan,
  },
  {
    path: ['task', 'delete'],
    aliases: ['delete', 'rm', 'task rm'],
    summary: 'Move tasks to the trash',
    arguments: [tasks],
    options: [{ name: 'cascade', description: 'all tasks below it too' }],
    forPeople: true,
    typed: 'daily',
    load: async () => (await import('./task-delete.ts')).taskDelete,
  },
  {
    path: ['task', 'restore'],
    aliases: ['restore'],
    summary: 'Restore tasks from the trash, with everything deleted together with them',
    arguments: [tasks],
    forPeople: true,
    load: async () => (await import('./task-delete.ts')).taskRestore,
  },
];
