import type { CliCommand } from '@cw/entry';
import type { CanGoOnWith } from '../../ports/can-go-on-with.ts';
import { state } from './state-options.ts';

const merge = { name: 'merge', description: 'id of the merge request or of its task, or a prefix' };
const several = {
  ...merge,
  name: 'merges',
  variadic: true,
  description: 'ids of merge requests or of their tasks, or prefixes; all are changed or none',
};

const reason = { name: 'reason', short: 'r', value: '<text>', description: 'why; shown to everybody' };

/** @param canGoOnWith brings in what says whether a run could go on with a conversation, and by that how an item is answered */
export const mergeCommands = (canGoOnWith: () => Promise<CanGoOnWith>): readonly CliCommand[] => [
  {
    path: ['merge', 'list'],
    aliases: ['merge ls'],
    summary: 'List the merge queues: running, waiting and finished requests',
    options: [
      { name: 'project', value: '<project>', description: 'only this project (name or id)' },
      { name: 'task', value: '<task>', description: 'only this task' },
      state,
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (100)' },
      { name: 'cursor', value: '<cursor>', description: 'continue after an earlier page' },
    ],
    examples: ['cw merge list --state open', 'cw merge list --state unmerged --project shop'],
    looks: true,
    load: async () => (await import('./merge-read.ts')).mergeList,
  },
  {
    path: ['merge', 'show'],
    summary: 'Show a merge request with its checks',
    arguments: [merge],
    options: [
      { name: 'log', description: 'print the output of the checks' },
      { name: 'check', value: '<check>', description: 'with --log: only this check, by its name or its number from 0' },
    ],
    examples: ['cw merge show mr_7f3k --log'],
    looks: true,
    load: async () => (await import('./merge-read.ts')).mergeShow,
  },
  {
    path: ['merge', 'retry'],
    summary: 'Retry a merge that ended in a conflict, a failed check or a failure',
    forPeople: true,
    needsServer: true,
    arguments: [merge],
    load: async () => (await import('./merge-write.ts')).mergeRetry,
  },
  {
    path: ['merge', 'cancel'],
    summary: 'Withdraw merges that wait in the queue; their branches are kept, their tasks need you',
    forPeople: true,
    arguments: [several],
    options: [reason],
    examples: ['cw merge cancel mr_7f3k --reason "The design changed."'],
    load: async () => (await import('./merge-write.ts')).mergeCancel(canGoOnWith),
  },
  {
    path: ['merge', 'hold'],
    summary: 'Keep merges in the queue without merging them; other merges go on',
    forPeople: true,
    arguments: [several],
    options: [reason],
    load: async () => (await import('./merge-write.ts')).mergeHold,
  },
  {
    path: ['merge', 'release'],
    summary: 'Let held merges be merged in their turn',
    forPeople: true,
    needsServer: true,
    arguments: [several],
    load: async () => (await import('./merge-write.ts')).mergeRelease,
  },
  {
    path: ['merge', 'update'],
    summary: 'Change when the turn of a queued merge comes',
    forPeople: true,
    arguments: [merge],
    options: [{ name: 'priority', short: 'p', value: '<P0-P3>', description: 'P0 is merged first, then the oldest' }],
    examples: ['cw merge update mr_7f3k --priority P0'],
    load: async () => (await import('./merge-write.ts')).mergeUpdate,
  },
];
