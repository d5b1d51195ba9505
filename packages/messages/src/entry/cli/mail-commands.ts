import type { CliCommand } from '@cw/entry';

const message = { name: 'message', description: 'its id or a prefix of it' } as const;

export const messageCommands: readonly CliCommand[] = [
  {
    path: ['message', 'send'],
    summary: 'Send a message to a running run, an agent, a role or a person',
    arguments: [
      { name: 'to', description: 'id of a run or an agent, a name, or a role; kind:name if a name is ambiguous' },
      { name: 'text', description: 'the text; - reads standard input' },
    ],
    options: [
      { name: 'task', value: '<task>', description: 'the task it is about' },
      { name: 'priority', value: '<priority>', description: 'P0 to P3 (P2); most urgent is read first' },
      { name: 'expires', value: '<time>', description: 'not delivered after this time: 90m, 2h, 3d, 1w' },
      { name: 'reply-to', value: '<message>', description: 'reply to this message, in its thread' },
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
    summary: 'List messages to you and from you, newest first',
    options: [
      { name: 'unread', description: 'only unread messages' },
      { name: 'all', description: 'also messages between agents' },
      { name: 'task', value: '<task>', description: 'only about this task (id or a prefix of it)' },
      { name: 'run', value: '<run>', description: 'only to and from this run (id or a prefix of it)' },
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (50)' },
      { name: 'cursor', value: '<cursor>', description: 'continue after an earlier page' },
    ],
    looks: true,
    forPeople: true,
    load: async () => (await import('./mail.ts')).messageList,
  },
  {
    path: ['message', 'show'],
    summary: 'Show a message with its thread; this marks messages to you as read',
    arguments: [message],
    forPeople: true,
    load: async () => (await import('./mail.ts')).messageShow,
  },
  {
    path: ['message', 'unread'],
    summary: 'Mark a message to you as unread',
    arguments: [message],
    forPeople: true,
    load: async () => (await import('./mail.ts')).messageUnread,
  },
];
