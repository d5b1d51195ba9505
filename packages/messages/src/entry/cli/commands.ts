import type { CliCommand } from '@cw/entry';

export { messageCommands } from './mail-commands.ts';

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
      { name: 'ended', description: 'what was answered, dismissed or is over, the newest first' },
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

const project = { name: 'project', value: '<project>', description: 'of this project (name or id)' } as const;

export const ruleCommands: readonly CliCommand[] = [
  {
    path: ['rule', 'list'],
    aliases: ['rule ls'],
    summary: 'What agents may do unasked, as you decided',
    options: [
      { ...project, description: 'what holds in this project (name or id)' },
      { name: 'limit', value: '<n>', description: 'how many at most (50)' },
      { name: 'cursor', value: '<cursor>', description: 'go on after an earlier page' },
    ],
    looks: true,
    load: async () => (await import('./rules.ts')).ruleList,
  },
  {
    path: ['rule', 'add'],
    summary: 'Let agents use a tool unasked, where its call fits a pattern',
    arguments: [
      { name: 'tool', description: 'as its program names it: Bash, WebFetch, Write, …' },
      {
        name: 'pattern',
        required: false,
        description: 'command, path or address; * stands for anything but more commands',
      },
    ],
    options: [{ ...project, description: 'only in this project (name or id)' }],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleAdd,
  },
  {
    path: ['rule', 'update'],
    summary: 'Have a rule say something else, from the next call of an agent on',
    arguments: [{ name: 'rule', description: 'its id, or the start of it' }],
    options: [
      { name: 'tool', value: '<tool>', description: 'for this tool' },
      { name: 'pattern', value: '<pattern>', description: 'where the call fits this' },
      { name: 'anything', description: 'whatever the call is' },
      { name: 'project', value: '<project>', description: 'only in this project (name or id)' },
      { name: 'everywhere', description: 'in every project' },
    ],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleUpdate,
  },
  {
    path: ['rule', 'remove'],
    aliases: ['rule rm'],
    summary: 'Have agents ask again',
    arguments: [{ name: 'rule', description: 'its id, or the start of it' }],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleRemove,
  },
  {
    path: ['rule', 'restore'],
    summary: 'Take back that a rule was removed',
    arguments: [{ name: 'rule', description: 'its whole id, or the start of it' }],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleRestore,
  },
];
