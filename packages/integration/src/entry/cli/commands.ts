import type { CliCommand } from '@cw/entry';

const merge = { name: 'merge', description: 'id of the merge request or of its task, or the start of one' };

export const mergeCommands: readonly CliCommand[] = [
  {
    path: ['merge', 'list'],
    aliases: ['merge ls'],
    summary: 'The merge queues: what is in hand, what waits, what has ended',
    options: [
      { name: 'project', value: '<project>', description: 'only this project (name or id)' },
      { name: 'task', value: '<task>', description: 'only this task' },
      { name: 'limit', value: '<n>', description: 'how many at most (100)' },
      { name: 'cursor', value: '<cursor>', description: 'go on after an earlier page' },
    ],
    looks: true,
    load: async () => (await import('./merge-read.ts')).mergeList,
  },
  {
    path: ['merge', 'show'],
    summary: 'One merge request with its checks',
    arguments: [merge],
    options: [
      { name: 'log', description: 'print what the checks wrote' },
      { name: 'check', value: '<n>', description: 'with --log: only this check, counted from 0' },
    ],
    examples: ['cw merge show mr_7f3k --log'],
    looks: true,
    load: async () => (await import('./merge-read.ts')).mergeShow,
  },
  {
    path: ['merge', 'retry'],
    summary: 'Try a merge again that ended in a conflict, a failed check or a failure',
    forPeople: true,
    needsServer: true,
    arguments: [merge],
    load: async () => (await import('./merge-retry.ts')).mergeRetry,
  },
];
