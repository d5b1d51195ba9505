import type { CliCommand } from '@cw/entry';
import { project } from './common-options.ts';
import { readFormat, writeFormat } from './format-options.ts';

const assign: Omit<CliCommand, 'path'> = {
  summary: 'Assign tasks to agents, which start on them as soon as they are ready',
  arguments: [{ name: 'tasks', description: 'ids or prefixes of ids', variadic: true }],
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
    summary: 'Accept a proposed follow-up as a task',
    arguments: [{ name: 'follow-up', description: 'its id or a prefix of it' }],
    forPeople: true,
    load: async () => (await import('./task-proposals.ts')).taskAccept,
  },
  {
    path: ['task', 'decline'],
    summary: 'Decline a proposed follow-up',
    arguments: [{ name: 'follow-up', description: 'its id or a prefix of it' }],
    forPeople: true,
    load: async () => (await import('./task-proposals.ts')).taskDecline,
  },
  {
    path: ['task', 'approve'],
    aliases: ['approve'],
    summary: 'Approve the result of a gate, so that its dependents can start',
    arguments: [{ name: 'task', description: 'its id or a prefix of it' }],
    examples: ['cw task approve 7f3k'],
    forPeople: true,
    load: async () => (await import('./task-approve.ts')).taskApprove,
  },
  {
    path: ['task', 'import'],
    aliases: ['import'],
    summary: 'Import tasks from another tracker, all or none; importing again is harmless',
    arguments: [{ name: 'file', description: 'the file, or - for standard input' }],
    options: [
      readFormat,
      { ...project, description: 'id or name of the project they belong to' },
      { name: 'dry-run', description: 'show what would happen, and write nothing' },
      { name: 'partial', description: 'import what can be read, and report the rest' },
    ],
    examples: ['cw task import .beads/issues.jsonl --dry-run', 'cw task import --format github issues.json'],
    forPeople: true,
    load: async () => (await import('./task-import.ts')).taskImport,
  },
  {
    path: ['task', 'export'],
    aliases: ['export'],
    summary: 'Export all tasks, open and closed, for another tracker, a spreadsheet, or another workspace',
    arguments: [{ name: 'file', description: 'the file to write; standard output by default', required: false }],
    options: [
      writeFormat,
      { name: 'output', short: 'o', value: '<file>', description: 'the same as the argument' },
      { ...project, description: 'only tasks of this project' },
      { name: 'all', description: 'tasks in the trash too' },
    ],
    examples: ['cw task export issues.jsonl', 'cw task export --format csv > tasks.csv'],
    load: async () => (await import('./task-export.ts')).taskExport,
  },
];
