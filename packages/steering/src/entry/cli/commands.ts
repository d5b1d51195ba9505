import type { CliCommand } from '@cw/entry';

const run = { name: 'run', description: 'id of the run, or of a task for its newest run; a prefix is enough' } as const;
const text = { name: 'text', description: 'the text, in quotes; - reads standard input' } as const;

/** How a person steers a run that works, and a task that one worked at. */
export const steeringCommands: readonly CliCommand[] = [
  {
    path: ['run', 'message'],
    aliases: ['run say'],
    summary: 'Send a message to a working agent; it gets it between two turns',
    arguments: [run, text],
    options: [{ name: 'wait', description: 'until the agent has it, or its run has ended' }],
    examples: ['cw run message rn_4k "Use the parser that is there."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-message.ts')).runMessage,
  },
  {
    path: ['run', 'messages'],
    summary: 'List the messages to a run, and whether they have reached the agent',
    arguments: [run],
    looks: true,
    load: async () => (await import('./run-message.ts')).runMessages,
  },
  {
    path: ['run', 'takeover'],
    summary: 'End the agent of a run, keep its work, and print how to continue by hand',
    arguments: [run],
    examples: ['cw run takeover rn_4k'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-takeover.ts')).runTakeover,
  },
  {
    path: ['run', 'handback'],
    summary: 'Hand a task that you took over back to an agent, which continues from your work',
    arguments: [{ name: 'task', description: 'id of the task or of its last run; a prefix is enough' }],
    options: [{ name: 'note', value: '<text>', description: 'an extra note for the agent' }],
    examples: ['cw run handback tk_7f --note "The schema is right now; go on with the form."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-go-on.ts')).runHandback,
  },
  {
    path: ['run', 'follow-up'],
    summary: 'Send a follow-up to an agent that gave its result; it resumes its conversation, on top of its work',
    arguments: [run, text],
    examples: ['cw run follow-up tk_7f "And now the same for the French texts."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-go-on.ts')).runFollowUp,
  },
  {
    path: ['task', 'cancel'],
    aliases: ['cancel'],
    summary: 'Cancel tasks and end their agents; with --dependents also their dependents',
    arguments: [{ name: 'tasks', variadic: true, description: 'ids or prefixes of ids' }],
    options: [
      { name: 'dependents', description: 'also the open tasks that depend on it, directly or indirectly' },
      { name: 'reason', short: 'r', value: '<text>', description: 'why; stored with each task' },
      { name: 'dry-run', description: 'only show what would be cancelled' },
    ],
    examples: ['cw task cancel tk_7f --dependents --dry-run'],
    forPeople: true,
    load: async () => (await import('./task-cancel.ts')).taskCancel,
  },
];
