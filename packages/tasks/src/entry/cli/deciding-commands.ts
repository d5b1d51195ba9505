import type { CliCommand } from '@cw/entry';
import { project } from './common-options.ts';

const assign: Omit<CliCommand, 'path'> = {
  summary: 'Put tasks on the queue: agents start on them as soon as they are ready',
  arguments: [{ name: 'tasks', description: 'ids or starts of ids', variadic: true }],
  options: [{ name: 'to', value: '<agent>', description: 'an agent or a role' }],
  examples: ['cw assign 7f3k 2m4x', 'cw assign 7f3k --to worker'],
  forPeople: true,
  needsServer: true,
  typed: 'daily',
  load: async () => (await import('./assign.ts')).assign,
};

/** Commands by which a person hands work out, decides on proposals, and moves tasks from and to elsewhere. */
export const decidingCommands: readonly CliCommand[] = [
  { ...assign, path: ['assign'] },
  { ...assign, path: ['task', 'assign'] },
  {
    path: ['task', 'accept'],
    summary: 'Make a task of a proposed follow-up',
    arguments: [{ name: 'follow-up', description: 'its id or any start of it' }],
    forPeople: true,
    load: async () => (await import('./task-proposals.ts')).taskAccept,
  },
  {
    path: ['task', 'decline'],
    summary: 'Decline a proposed follow-up',
    arguments: [{ name: 'follow-up', description: 'its id or any start of it' }],
    forPeople: true,
    load: async () => (await import('./task-proposals.ts')).taskDecline,
  },
  {
    path: ['task', 'approve'],
    aliases: ['approve'],
    summary: 'Approve the result of a task that is a gate: what needs it may begin',
    arguments: [{ name: 'task', description: 'its id or any start of it' }],
    examples: ['cw task approve 7f3k'],
    forPeople: true,
    load: async () => (await import('./task-approve.ts')).taskApprove,
  },
  {
    path: ['task', 'import'],
    aliases: ['import'],
    summary: 'Take over the tasks of another tracker, all or none; again is harmless',
    arguments: [{ name: 'file', description: 'the file, or - for standard input' }],
    options: [
      {
        name: 'format',
        value: '<format>',
        choices: ['beads', 'github', 'json', 'task-master'],
        description: 'what wrote it (beads, github, json, task-master); seen from its beginning where it is not named',
      },
      { ...project, description: 'id or name of the project they belong to' },
      { name: 'dry-run', description: 'tell what would become of it, and keep nothing' },
      { name: 'partial', description: 'take what can be read, and tell of the rest' },
    ],
    examples: ['cw task import .beads/issues.jsonl --dry-run', 'cw task import --format github issues.json'],
    forPeople: true,
    load: async () => (await import('./task-import.ts')).taskImport,
  },
  {
    path: ['task', 'export'],
    aliases: ['export'],
    summary: 'Write all tasks, open and closed, for another tracker, a spreadsheet, or another workspace',
    arguments: [{ name: 'file', description: 'where to; standard output where it is not named', required: false }],
    options: [
      {
        name: 'format',
        value: '<format>',
        choices: ['beads', 'csv', 'json'],
        description: 'beads (JSONL), csv, or json; told by the ending of the file where it is not named (beads)',
      },
      { name: 'output', short: 'o', value: '<file>', description: 'the same as the argument' },
      { ...project, description: 'only tasks of this project' },
      { name: 'all', description: 'also what is in the trash' },
    ],
    examples: ['cw task export issues.jsonl', 'cw task export --format csv > tasks.csv'],
    load: async () => (await import('./task-export.ts')).taskExport,
  },
];
