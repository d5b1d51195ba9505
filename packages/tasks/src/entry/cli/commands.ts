import type { CliArgument, CliCommand, CliOption } from '@cw/entry';
import { workCommands } from './work-commands.ts';

const task: CliArgument = {
  name: 'task',
  description: 'its id or any start of it, or its id in the tracker it came from',
};
const limit = (standard: number): CliOption => ({
  name: 'limit',
  short: 'n',
  value: '<count>',
  description: `rows to show (${standard})`,
});
const cursor: CliOption = {
  name: 'cursor',
  value: '<cursor>',
  description: 'go on after an earlier page: its nextCursor',
};
const priority: CliOption = {
  name: 'priority',
  short: 'p',
  value: '<P0-P3>',
  description: 'P0 (critical) to P3 (low), or 0-3',
};
const type: CliOption = {
  name: 'type',
  short: 't',
  value: '<word>',
  description: 'bug, feature, task, epic, chore, spike, decision or your own',
};
const label: CliOption = {
  name: 'label',
  short: 'l',
  value: '<label>',
  repeatable: true,
  description: 'a label; several times, or separated by commas',
};
const description: CliOption = { name: 'description', short: 'd', value: '<text>', description: 'what is to be done' };
const descriptionFile: CliOption = {
  name: 'description-file',
  value: '<path>',
  description: 'read the description from a file, or from standard input with -',
};
const acceptance: CliOption = { name: 'acceptance', value: '<text>', description: 'what must be true when it is done' };
const assignee: CliOption = { name: 'assignee', short: 'a', value: '<name>', description: 'who is meant to do it' };
const parent: CliOption = { name: 'parent', value: '<task>', description: 'the task it is a part of' };
const project: CliOption = { name: 'project', value: '<project>', description: 'id or name of its project' };
const script: CliOption = {
  name: 'script',
  value: '<text>',
  description: 'shell lines that the script provider runs; people only',
};
const reason: CliOption = { name: 'reason', short: 'r', value: '<text>', description: 'why' };
const edgeType: CliOption = {
  name: 'type',
  short: 't',
  value: '<type>',
  choices: ['blocks', 'parent-child', 'related', 'discovered-from', 'waits-for', 'on-failure'],
  description: 'the kind of dependency',
};
const needs: CliOption = { name: 'needs', value: '<task>', description: 'the task that must be done first' };
const blocks: CliOption = { name: 'blocks', value: '<task>', description: 'the task that has to wait for this one' };
const edgeArguments: readonly CliArgument[] = [
  task,
  { name: 'needed', description: 'the task that it needs, like --needs', required: false },
];

const reading: readonly CliCommand[] = [
  {
    path: ['task', 'ready'],
    summary: 'Show what can be started now, most urgent and oldest first',
    options: [
      limit(20),
      cursor,
      { name: 'claim', description: 'take the first one, for you alone' },
      { name: 'explain', description: 'say of each other unfinished task why it is not ready' },
      { name: 'all', description: 'every one, whatever the limit' },
    ],
    examples: ['cw task ready', 'cw task ready --explain', 'cw task ready --claim --json'],
    load: async () => (await import('./task-ready.ts')).taskReady,
  },
  {
    path: ['task', 'list'],
    summary: 'List tasks',
    options: [
      {
        name: 'status',
        short: 's',
        value: '<status>',
        repeatable: true,
        description: 'open, in_progress, blocked or closed',
      },
      {
        name: 'state',
        value: '<state>',
        repeatable: true,
        description: 'open, ready, in-progress, waiting, needs-you, merging, done, failed or cancelled',
      },
      { ...priority, repeatable: true },
      { ...type, repeatable: true },
      label,
      assignee,
      parent,
      project,
      { name: 'text', value: '<text>', description: 'words in the title or the description' },
      { name: 'all', description: 'closed ones too' },
      {
        name: 'sort',
        value: '<order>',
        choices: ['priority', 'created', 'updated', 'title'],
        description: 'the order (priority)',
      },
      limit(50),
      cursor,
    ],
    examples: ['cw task list --priority 0 --priority 1', 'cw task list --label api --all --sort updated'],
    load: async () => (await import('./task-list.ts')).taskList,
  },
  {
    path: ['task', 'show'],
    summary: 'Show a task with all that belongs to it',
    arguments: [task],
    load: async () => (await import('./task-show.ts')).taskShow,
  },
  {
    path: ['task', 'history'],
    summary: 'Show what happened to a task: who changed what, from what to what',
    arguments: [task],
    load: async () => (await import('./task-history.ts')).taskHistoryRun,
  },
  {
    path: ['task', 'proposals'],
    summary: 'List follow-ups that agents proposed and that wait for a decision',
    options: [
      { name: 'task', value: '<task>', description: 'only those of one task' },
      { name: 'all', description: 'decided ones too' },
    ],
    load: async () => (await import('./task-proposals.ts')).taskProposals,
  },
  {
    path: ['task', 'dep', 'list'],
    summary: 'List what a task needs and what needs it',
    arguments: [task],
    load: async () => (await import('./task-dep.ts')).taskDepList,
  },
];

const writing: readonly CliCommand[] = [
  {
    path: ['task', 'create'],
    summary: 'Write a new task',
    arguments: [{ name: 'title', description: 'what is to be done, in one line' }],
    options: [
      priority,
      type,
      label,
      description,
      descriptionFile,
      acceptance,
      assignee,
      parent,
      project,
      { ...needs, repeatable: true },
      script,
    ],
    examples: [
      'cw task create "Fix the login redirect" -p 1 -t bug -l auth',
      'cw task create "Write the guide" --needs 7f3k',
    ],
    load: async () => (await import('./task-create.ts')).taskCreate,
  },
  {
    path: ['task', 'update'],
    summary: 'Change a task',
    arguments: [task],
    options: [
      { name: 'title', value: '<text>', description: 'the new title' },
      description,
      descriptionFile,
      acceptance,
      priority,
      type,
      { ...label, description: 'the labels instead of those it has' },
      { name: 'add-label', value: '<label>', repeatable: true, description: 'one label more' },
      { name: 'remove-label', value: '<label>', repeatable: true, description: 'one label less' },
      { ...assignee, description: 'who is meant to do it; empty for nobody, off the queue too' },
      { ...parent, description: 'the task it is a part of; empty for none' },
      { ...project, description: 'id or name of its project; empty for none' },
      { ...script, description: 'shell lines that the script provider runs, empty for none; people only' },
      { name: 'status', short: 's', value: '<status>', description: 'blocked (with --reason), or open again' },
      reason,
      { name: 'revision', value: '<number>', description: 'refuse when it has changed since this revision' },
    ],
    examples: [
      'cw task update 7f3k --priority P0 --add-label urgent',
      'cw task update 7f3k --status blocked --reason "needs a decision"',
    ],
    load: async () => (await import('./task-update.ts')).taskUpdate,
  },
  {
    path: ['task', 'claim'],
    summary: 'Take a ready task, for you alone',
    arguments: [task],
    load: async () => (await import('./task-claim.ts')).taskClaim,
  },
  {
    path: ['task', 'release'],
    summary: 'Give back a task that was claimed',
    arguments: [task],
    load: async () => (await import('./task-claim.ts')).taskRelease,
  },
  {
    path: ['task', 'close'],
    summary: 'Close a task',
    arguments: [task],
    options: [
      {
        name: 'outcome',
        value: '<outcome>',
        choices: ['done', 'failed', 'cancelled'],
        description: 'how it ended (done)',
      },
      reason,
      { name: 'force', short: 'f', description: 'although it waits for others or has open children' },
    ],
    examples: ['cw task close 7f3k -r "merged"', 'cw task close 7f3k --outcome cancelled -r "not needed any more"'],
    load: async () => (await import('./task-close.ts')).taskClose,
  },
  {
    path: ['task', 'reopen'],
    summary: 'Open a closed task again',
    arguments: [task],
    load: async () => (await import('./task-close.ts')).taskReopen,
  },
  {
    path: ['task', 'comment'],
    summary: 'Say something about a task',
    arguments: [task, { name: 'text', description: 'what to say', required: false }],
    options: [{ name: 'file', value: '<path>', description: 'read it from a file, or from standard input with -' }],
    load: async () => (await import('./task-comment.ts')).taskComment,
  },
  {
    path: ['task', 'dep', 'add'],
    summary: 'Make one task wait for another',
    arguments: edgeArguments,
    options: [needs, blocks, edgeType],
    examples: ['cw task dep add 7f3k --needs 2m4x', 'cw task dep add 2m4x --blocks 7f3k'],
    load: async () => (await import('./task-dep.ts')).taskDepAdd,
  },
  {
    path: ['task', 'dep', 'remove'],
    summary: 'Take a dependency away',
    arguments: edgeArguments,
    options: [needs, blocks, edgeType],
    load: async () => (await import('./task-dep.ts')).taskDepRemove,
  },
];

const assign: Omit<CliCommand, 'path'> = {
  summary: 'Put tasks on the queue: agents start on them as soon as they are ready',
  arguments: [{ name: 'tasks', description: 'ids or starts of ids', variadic: true }],
  options: [{ name: 'to', value: '<agent>', description: 'an agent or a role' }],
  examples: ['cw assign 7f3k 2m4x', 'cw assign 7f3k --to worker'],
  forPeople: true,
  needsServer: true,
  load: async () => (await import('./assign.ts')).assign,
};

const deciding: readonly CliCommand[] = [
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
    summary: 'Put a proposed follow-up aside',
    arguments: [{ name: 'follow-up', description: 'its id or any start of it' }],
    forPeople: true,
    load: async () => (await import('./task-proposals.ts')).taskDecline,
  },
  {
    path: ['task', 'import'],
    summary: 'Take over the tasks of another tracker, all or none; again is harmless',
    arguments: [{ name: 'file', description: 'the file, or - for standard input' }],
    options: [
      { name: 'format', value: '<format>', choices: ['beads'], description: 'what wrote it (beads)' },
      { ...project, description: 'id or name of the project they belong to' },
    ],
    examples: ['cw task import --format beads .beads/issues.jsonl'],
    forPeople: true,
    load: async () => (await import('./task-import.ts')).taskImport,
  },
];

/** The tracker's commands as data; the code of one is read when it runs. */
export const taskCommands: readonly CliCommand[] = [...reading, ...writing, ...workCommands, ...deciding];
