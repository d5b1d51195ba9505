import type { CliCommand, CliOption } from '@cw/entry';
import { cursor, limit, project } from './common-options.ts';
import { countBy } from './count-options.ts';
import { allProjects, filterOptions, orderOptions, workOptions } from './filter-options.ts';

const all: CliOption = { name: 'all', description: 'closed ones too, even if the query is not about them' };

/** Commands that find and count tasks. */
export const findingCommands: readonly CliCommand[] = [
  {
    path: ['task', 'blocked'],
    aliases: ['blocked'],
    summary: 'List what waits, and what each waits for',
    options: [...workOptions, limit(50), cursor],
    looks: true,
    typed: 'daily',
    load: async () => (await import('./task-blocked.ts')).taskBlocked,
  },
  {
    path: ['task', 'search'],
    aliases: ['search', 'find', 'task find'],
    summary: 'Search tasks and comments by words, best match first',
    arguments: [{ name: 'words', description: 'words or beginnings of words; all must occur', variadic: true }],
    options: [...filterOptions, limit(20), cursor],
    examples: ['cw task search login redirect', 'cw task search migr --all --type bug'],
    looks: true,
    typed: 'daily',
    load: async () => (await import('./task-search.ts')).taskSearch,
  },
  {
    path: ['task', 'query'],
    aliases: ['query'],
    summary: 'List the tasks that match a query',
    arguments: [
      {
        name: 'query',
        description:
          'tests such as label = api, priority <= 1, title ~ word, status in (open, blocked), updated > 7d, ready; joined by and, or, not and brackets',
      },
    ],
    options: [...orderOptions, all, allProjects, limit(50), cursor],
    examples: [
      "cw task query 'status = open and priority <= 1 and updated > 7d'",
      "cw task query '(label = api or type = bug) and not assignee = none' --sort due",
      "cw task query 'closed > monday and outcome = failed' --json",
    ],
    looks: true,
    typed: 'daily',
    load: async () => (await import('./task-query.ts')).taskQuery,
  },
  {
    path: ['task', 'count'],
    aliases: ['count'],
    summary: 'Count tasks',
    options: [countBy, ...filterOptions],
    examples: ['cw task count --by state', "cw task count --where 'closed > 7d'"],
    looks: true,
    typed: 'daily',
    load: async () => (await import('./task-count.ts')).taskCount,
  },
  {
    path: ['task', 'stats'],
    aliases: ['stats'],
    summary: 'Show statistics about all tasks',
    options: [{ ...project, description: 'name or id of a project, by default that of this folder' }, allProjects],
    looks: true,
    typed: 'daily',
    load: async () => (await import('./task-stats.ts')).taskStatsRun,
  },
  {
    path: ['task', 'stale'],
    aliases: ['stale'],
    summary: 'List tasks not changed for a long time, longest first',
    options: [
      { name: 'days', value: '<count>', description: 'for how many days (30)' },
      ...filterOptions,
      limit(50),
      cursor,
    ],
    looks: true,
    typed: 'daily',
    load: async () => (await import('./task-stale.ts')).taskStale,
  },
];
