import type { CliCommand } from '@cw/entry';

const kinds = ['question', 'permission', 'approval', 'failure', 'conflict', 'limit', 'login'];

export const inboxCommands: readonly CliCommand[] = [
  {
    path: ['inbox', 'list'],
    aliases: ['inbox ls'],
    summary: 'What waits for you: questions, permissions, approvals, failures, conflicts, limits, logins',
    options: [
      { name: 'kind', value: '<kind>', choices: kinds, description: 'only these' },
      { name: 'project', value: '<project>', description: 'only this project (name or id)' },
      { name: 'task', value: '<task>', description: 'only this task (whole id)' },
      { name: 'ended', description: 'what was answered, put aside or is over, the newest first' },
      { name: 'limit', value: '<n>', description: 'how many at most (50)' },
      { name: 'cursor', value: '<cursor>', description: 'go on after an earlier page' },
    ],
    looks: true,
    load: async () => (await import('./inbox-read.ts')).inboxList,
  },
  {
    path: ['inbox', 'show'],
    summary: 'One of them with all that is asked, and how it can be answered',
    arguments: [{ name: 'item', description: 'its id, or the start of it' }],
    looks: true,
    load: async () => (await import('./inbox-read.ts')).inboxShow,
  },
];
