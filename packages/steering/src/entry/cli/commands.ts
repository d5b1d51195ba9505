import type { CliCommand } from '@cw/entry';

const run = { name: 'run', description: 'id of the run, or of a task for its newest run; a prefix is enough' } as const;
const text = { name: 'text', description: 'what to say, in quotes; - reads it' } as const;

/** How a person steers a run that works, and a task that one worked at. */
export const steeringCommands: readonly CliCommand[] = [
  {
    path: ['run', 'message'],
    aliases: ['run say'],
    summary: 'Say something to an agent at work; it gets it between two turns',
    arguments: [run, text],
    options: [{ name: 'wait', description: 'until the agent has it, or its run has ended' }],
    examples: ['cw run message rn_4k "Use the parser that is there."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-message.ts')).runMessage,
  },
  {
    path: ['run', 'messages'],
    summary: 'What was said to a run, and what of it has reached the agent',
    arguments: [run],
    looks: true,
    load: async () => (await import('./run-message.ts')).runMessages,
  },
  {
    path: ['run', 'takeover'],
    summary: 'End the agent of a run, keep its work, and go on by hand: says where and how',
    arguments: [run],
    examples: ['cw run takeover rn_4k'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-takeover.ts')).runTakeover,
  },
  {
    path: ['run', 'handback'],
    summary: 'Give a task that you took over back to an agent, which goes on from what you left',
    arguments: [{ name: 'task', description: 'id of the task or of its last run; a start will do' }],
    options: [{ name: 'note', value: '<text>', description: 'what the agent is told besides' }],
    examples: ['cw run handback tk_7f --note "The schema is right now; go on with the form."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-go-on.ts')).runHandback,
  },
  {
    path: ['run', 'follow-up'],
    summary:
      'Say something more to an agent that gave its result; it goes on with its conversation, on top of its work',
    arguments: [run, text],
    examples: ['cw run follow-up tk_7f "And now the same for the French texts."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-go-on.ts')).runFollowUp,
  },
  {
    path: ['task', 'cancel'],
    summary: 'Cancel a task, ending the agent at it; with --dependents also what depends on it',
    arguments: [{ name: 'task', description: 'its id or a prefix of it' }],
    options: [
      { name: 'dependents', description: 'also the open tasks that depend on it, and on those' },
      { name: 'reason', value: '<text>', description: 'why; it is kept with each' },
      { name: 'dry-run', description: 'only say what would be cancelled' },
    ],
    examples: ['cw task cancel tk_7f --dependents --dry-run'],
    forPeople: true,
    load: async () => (await import('./task-cancel.ts')).taskCancel,
  },
];
