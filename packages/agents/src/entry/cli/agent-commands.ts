import type { CliAside, CliCommand } from '@cw/entry';

const agent = { name: 'agent', description: 'its name, or its id or the start of it' } as const;

/**
 * `cw agent …`
 * @param monitor how the agents and the merge queues of projects stand
 */
export const agentCommands = (monitor: CliAside): readonly CliCommand[] => [
  {
    path: ['agent', 'list'],
    aliases: ['agent ls'],
    summary: 'Who works here: what each does, since when, at what cost',
    options: [
      { name: 'project', value: '<project>', description: 'only who works or may work there' },
      { name: 'all', description: 'removed ones too' },
      { name: 'limit', value: '<n>', description: 'at most so many (100)' },
      { name: 'cursor', value: '<cursor>', description: 'continue where an earlier list ended' },
    ],
    looks: true,
    load: async () => (await import('./agent-list.ts')).agentList(monitor),
  },
  {
    path: ['agent', 'show'],
    summary: 'One agent: what it is capable of, what it does and did',
    arguments: [agent],
    looks: true,
    load: async () => (await import('./agent-show.ts')).agentShow,
  },
  {
    path: ['agent', 'register'],
    summary: 'Make an agent known that cw does not start, or say anew what it is',
    arguments: [{ name: 'name', description: 'as it calls itself, also when it claims tasks' }],
    options: [
      { name: 'role', value: '<role>', description: 'what it is for (worker)' },
      { name: 'provider', value: '<program>', description: 'the program it runs in (other)' },
      {
        name: 'capability',
        short: 'c',
        value: '<word>',
        repeatable: true,
        description: 'what it is capable of, for tasks that require it; several times',
      },
      { name: 'project', value: '<project>', description: 'works only there' },
    ],
    examples: ['cw agent register nightly --provider codex --capability browser', 'CW_SESSION=nightly cw claim 7f3k'],
    load: async () => (await import('./agent-write.ts')).agentRegister,
  },
  {
    path: ['agent', 'heartbeat'],
    summary: 'Say of a registered agent that it is there',
    arguments: [agent],
    load: async () => (await import('./agent-write.ts')).agentHeartbeat,
  },
  {
    path: ['agent', 'remove'],
    aliases: ['agent rm'],
    summary: 'Take an agent off the list; what it did stays in the history',
    arguments: [agent],
    forPeople: true,
    load: async () => (await import('./agent-write.ts')).agentRemove,
  },
];
