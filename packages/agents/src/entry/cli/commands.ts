import type { CliCommand } from '@cw/entry';

export { agentCommands } from './agent-commands.ts';

const run = { name: 'run', description: 'id of the run, or of a task for its newest run; a prefix is enough' } as const;

/** `cw run …` */
export const runCommands: readonly CliCommand[] = [
  {
    path: ['run', 'list'],
    aliases: ['run ls'],
    summary: 'List runs, newest first',
    options: [
      { name: 'task', value: '<task>', description: 'only of this task (id or a prefix of it)' },
      { name: 'project', value: '<project>', description: 'only of this project (name or id)' },
      { name: 'active', description: 'only those that have not ended' },
      {
        name: 'state',
        value: '<run-state>',
        repeatable: true,
        description: 'in-progress, needs-you, limited, done, failed or cancelled',
      },
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (50)' },
      { name: 'cursor', value: '<cursor>', description: 'continue where an earlier list ended' },
    ],
    looks: true,
    load: async () => (await import('./run-list.ts')).runList,
  },
  {
    path: ['run', 'show'],
    summary: 'Show a run: how it went, what it cost, what it was refused',
    arguments: [run],
    looks: true,
    load: async () => (await import('./run-show.ts')).runShow,
  },
  {
    path: ['run', 'log'],
    aliases: ['logs', 'run logs'],
    summary: 'Show what the agent said and did',
    arguments: [run],
    options: [
      { name: 'follow', short: 'f', description: 'follow until the run has ended' },
      { name: 'search', value: '<text>', description: 'only entries that contain this text, ignoring case' },
      { name: 'raw', description: 'the lines as the program wrote them, with secrets hidden' },
    ],
    examples: ['cw logs 7f3k', 'cw run log -f rn_4k', 'cw run log rn_4k --search timeout', 'cw run log rn_4k --raw'],
    looks: true,
    load: async () => (await import('./run-log.ts')).runLog,
  },
  {
    path: ['run', 'prompt'],
    summary: 'Print the prompt the agent was given',
    arguments: [run],
    looks: true,
    load: async () => (await import('./run-show.ts')).runPrompt,
  },
  {
    path: ['run', 'stop'],
    summary: 'Ask runs to end; their branches and worktrees are kept',
    forPeople: true,
    arguments: [{ ...run, name: 'runs', variadic: true }],
    load: async () => (await import('./run-stop.ts')).runStop,
  },
];
