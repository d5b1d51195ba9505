import type { CliAside, CliCommand } from '@cw/entry';

const agent = { name: 'agent', description: 'its name, or its id or a prefix of it' } as const;

/**
 * `cw agent …`
 * @param monitor how the agents and the merge queues of projects stand
 */
export const agentCommands = (monitor: CliAside): readonly CliCommand[] => [
  {
    path: ['agent', 'list'],
    aliases: ['agent ls'],
    summary: 'List agents: what each is doing, since when, at what cost',
    options: [
      { name: 'project', value: '<project>', description: 'only agents that work or may work there' },
      { name: 'all', description: 'removed ones too' },
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (100)' },
      { name: 'cursor', value: '<cursor>', description: 'continue where an earlier list ended' },
    ],
    looks: true,
    load: async () => (await import('./agent-list.ts')).agentList(monitor),
  },
  {
    path: ['agent', 'show'],
    summary: 'Show an agent: its capabilities, current and past work',
    arguments: [agent],
    looks: true,
    load: async () => (await import('./agent-show.ts')).agentShow,
  },
  {
    path: ['agent', 'register'],
    summary: 'Register an agent that cw does not start, or update it',
    arguments: [{ name: 'name', description: 'the name it also uses to claim tasks' }],
    options: [
      { name: 'role', value: '<role>', description: 'its role (worker)' },
      { name: 'provider', value: '<program>', description: 'the program it runs in (other)' },
      {
        name: 'capability',
        short: 'c',
        value: '<word>',
        repeatable: true,
        description: 'a capability, for tasks that require it; repeatable',
      },
      { name: 'project', value: '<project>', description: 'works only there' },
    ],
    examples: ['cw agent register nightly --provider codex --capability browser', 'CW_SESSION=nightly cw claim 7f3k'],
    load: async () => (await import('./agent-write.ts')).agentRegister,
  },
  {
    path: ['agent', 'heartbeat'],
    summary: 'Report that a registered agent is alive',
    arguments: [agent],
    load: async () => (await import('./agent-write.ts')).agentHeartbeat,
  },
  {
    path: ['agent', 'remove'],
    aliases: ['agent rm'],
    summary: 'Remove an agent from the list; its history is kept',
    arguments: [agent],
    forPeople: true,
    load: async () => (await import('./agent-write.ts')).agentRemove,
  },
];
