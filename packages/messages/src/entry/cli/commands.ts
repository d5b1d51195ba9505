import type { CliCommand } from '@cw/entry';
import { kind } from './kind-options.ts';

export { messageCommands } from './mail-commands.ts';

export const inboxCommands: readonly CliCommand[] = [
  {
    path: ['inbox', 'list'],
    aliases: ['inbox ls'],
    summary:
      'List what waits for you: questions, permissions, approvals, failures, conflicts, limits, logins, pauses, holds, proposals',
    options: [
      kind,
      { name: 'project', value: '<project>', description: 'only this project (name or id)' },
      { name: 'task', value: '<task>', description: 'only this task (id or a prefix of it)' },
      { name: 'ended', description: 'what was answered, dismissed or has ended, newest first' },
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (50)' },
      { name: 'cursor', value: '<cursor>', description: 'continue after an earlier page' },
    ],
    looks: true,
    load: async () => (await import('./inbox-read.ts')).inboxList,
  },
  {
    path: ['inbox', 'show'],
    summary: 'Show one item in full, with its possible answers',
    arguments: [{ name: 'item', description: 'its id or a prefix of it' }],
    looks: true,
    load: async () => (await import('./inbox-read.ts')).inboxShow,
  },
];

const project = { name: 'project', value: '<project>', description: 'of this project (name or id)' } as const;

export const ruleCommands: readonly CliCommand[] = [
  {
    path: ['rule', 'list'],
    aliases: ['rule ls'],
    summary: 'List what agents may do without asking',
    options: [
      { ...project, description: 'only rules that apply in this project (name or id)' },
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (50)' },
      { name: 'cursor', value: '<cursor>', description: 'continue after an earlier page' },
    ],
    looks: true,
    load: async () => (await import('./rules.ts')).ruleList,
  },
  {
    path: ['rule', 'add'],
    summary: 'Let agents use a tool without asking, if the call matches a pattern',
    arguments: [
      { name: 'tool', description: "the program's name for it: Bash, WebFetch, Write, …" },
      {
        name: 'pattern',
        required: false,
        description: 'command, path or URL; * stands for anything except another command',
      },
    ],
    options: [{ ...project, description: 'only in this project (name or id)' }],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleAdd,
  },
  {
    path: ['rule', 'update'],
    summary: "Change a rule, starting with an agent's next call",
    arguments: [{ name: 'rule', description: 'its id or a prefix of it' }],
    options: [
      { name: 'tool', value: '<tool>', description: 'for this tool' },
      { name: 'pattern', value: '<pattern>', description: 'for calls that match this' },
      { name: 'anything', description: 'for any call' },
      { name: 'project', value: '<project>', description: 'only in this project (name or id)' },
      { name: 'everywhere', description: 'in every project' },
    ],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleUpdate,
  },
  {
    path: ['rule', 'remove'],
    aliases: ['rule rm'],
    summary: 'Remove a rule, so that agents ask again',
    arguments: [{ name: 'rule', description: 'its id or a prefix of it' }],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleRemove,
  },
  {
    path: ['rule', 'restore'],
    summary: 'Restore a removed rule',
    arguments: [{ name: 'rule', description: 'its id or a prefix of it' }],
    forPeople: true,
    load: async () => (await import('./rules.ts')).ruleRestore,
  },
];
