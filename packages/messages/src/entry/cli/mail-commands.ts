import type { CliCommand } from '@cw/entry';

const message = { name: 'message', description: 'its id, or the start of it' } as const;

export const messageCommands: readonly CliCommand[] = [
  {
    path: ['message', 'send'],
    summary: 'Write to a run at work, an agent, a role or a person',
    arguments: [
      { name: 'to', description: 'id of a run or an agent, a name, or a role; kind:name where a name is two of them' },
      { name: 'text', description: 'what to say; - reads it' },
    ],
    options: [
      { name: 'task', value: '<task>', description: 'the task that it is about' },
      { name: 'priority', value: '<priority>', description: 'P0 to P3 (P2); the most urgent is read first' },
      { name: 'expires', value: '<time>', description: 'nobody is given it after that: 90m, 2h, 3d, 1w' },
      { name: 'reply-to', value: '<message>', description: 'answers this message, in its thread' },
    ],
    examples: [
      'cw message send worker "Leave src/legacy alone." --expires 2d',
      'cw message send rn_4k "Use port 8080."',
      'cw message send person "Look at this before Friday." --task 7f3k',
    ],
    forPeople: true,
    load: async () => (await import('./mail.ts')).messageSend,
  },
  {
    path: ['message', 'list'],
    aliases: ['message ls'],
    summary: 'Messages to you and from you, the newest first',
    options: [
      { name: 'unread', description: 'only what you have not read' },
      { name: 'all', description: 'also what agents write to each other' },
      { name: 'task', value: '<task>', description: 'only about this task (whole id)' },
      { name: 'run', value: '<run>', description: 'only to this run and from it (whole id)' },
      { name: 'limit', value: '<n>', description: 'how many at most (50)' },
      { name: 'cursor', value: '<cursor>', description: 'go on after an earlier page' },
    ],
    looks: true,
    forPeople: true,
    load: async () => (await import('./mail.ts')).messageList,
  },
  {
    path: ['message', 'show'],
    summary: 'A message with its thread; one that is to you has been read by that',
    arguments: [message],
    forPeople: true,
    load: async () => (await import('./mail.ts')).messageShow,
  },
  {
    path: ['message', 'unread'],
    summary: 'Mark a message to you as one that you have still to read',
    arguments: [message],
    forPeople: true,
    load: async () => (await import('./mail.ts')).messageUnread,
  },
];
