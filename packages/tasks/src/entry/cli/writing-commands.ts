import type { CliCommand, CliOption } from '@cw/entry';
import {
  acceptance,
  assignee,
  blocks,
  description,
  descriptionFile,
  edit,
  label,
  message,
  needs,
  needsToo,
  outcome,
  parent,
  priority,
  project,
  reason,
  task,
  tasks,
  type,
} from './common-options.ts';
import { detailOptions, dryRun, otherDescriptions, withoutOptions } from './detail-options.ts';

/** Most lines ask for no option of these: their many options are made when they are first asked for. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const creationOptions = once((): readonly CliOption[] => [
  priority,
  type,
  label,
  { name: 'labels', value: '<labels>', repeatable: true, description: 'like --label' },
  description,
  descriptionFile,
  ...otherDescriptions,
  acceptance,
  assignee,
  parent,
  { name: 'inherit-labels', description: "add the parent's labels" },
  { ...project, description: 'name or id of its project, by default that of this folder; none for none' },
  { ...needs, repeatable: true },
  ...needsToo,
  { ...blocks, repeatable: true },
  { name: 'deps', value: '<type:task>', repeatable: true, description: 'dependencies of any type: related:7f3k,2m4x' },
  ...detailOptions(),
]);

const createOptions = once((): readonly CliOption[] => [
  ...creationOptions(),
  {
    name: 'from',
    short: 'f',
    value: '<path>',
    description: 'the tasks of a markdown or JSON plan, all or none; standard input with -',
  },
  { ...edit, description: 'write title and description in your editor (VISUAL, EDITOR)' },
  dryRun,
]);

const quickOptions = once((): readonly CliOption[] => [...creationOptions(), dryRun]);

const updateOptions = once((): readonly CliOption[] => [
  {
    ...edit,
    description:
      'edit the title and description in your editor; on a terminal, the default when no other change is given',
  },
  { name: 'title', value: '<text>', description: 'the new title' },
  description,
  descriptionFile,
  acceptance,
  priority,
  type,
  { ...label, description: 'replace its labels with these' },
  { name: 'add-label', value: '<label>', repeatable: true, description: 'add a label' },
  { name: 'remove-label', value: '<label>', repeatable: true, description: 'remove a label' },
  { ...assignee, description: 'who should do it; empty for nobody, which also unassigns it' },
  { ...parent, description: 'the task it is a part of; empty for none' },
  { ...project, description: 'name or id of its project; none for none' },
  { name: 'status', short: 's', value: '<status>', description: 'blocked (with --reason), or open again' },
  { name: 'claim', description: 'also claim it, like cw task claim' },
  reason,
  ...otherDescriptions,
  ...detailOptions(),
  ...withoutOptions(),
  { name: 'revision', value: '<number>', description: 'refuse if it has changed since this revision' },
]);

/** Commands that write and change tasks. */
export const writingCommands: readonly CliCommand[] = [
  {
    path: ['task', 'create'],
    aliases: ['create', 'new', 'add', 'task new', 'task add'],
    summary: 'Create a task, or all tasks of a plan',
    arguments: [{ name: 'title', description: 'what to do, in one line; - reads a plan', required: false }],
    get options() {
      return createOptions();
    },
    examples: [
      'cw task create "Fix the login redirect" -p 1 -t bug -l auth',
      'cw task create "Write the guide" --needs 7f3k --due friday',
      'cw task create --edit',
      'cw task create --from plan.md --dry-run',
    ],
    typed: 'daily',
    load: async () => (await import('./task-create.ts')).taskCreate,
  },
  {
    path: ['task', 'quick'],
    aliases: ['q', 'task q'],
    summary: 'Create a task and print only its id',
    arguments: [{ name: 'title', description: 'what to do; several words need no quotes', variadic: true }],
    get options() {
      return quickOptions();
    },
    examples: ['cw q Fix the login redirect -p 1'],
    typed: 'daily',
    load: async () => (await import('./task-create.ts')).taskQuick,
  },
  {
    path: ['task', 'update'],
    aliases: ['update', 'edit', 'task edit'],
    summary: 'Change one task, or several in the same way',
    arguments: [tasks],
    get options() {
      return updateOptions();
    },
    examples: [
      'cw task update 7f3k --priority P0 --add-label urgent',
      'cw edit 7f3k',
      'cw task update 7f3k 2m4x --due friday --assignee ada',
      'cw task update 7f3k --status blocked --reason "needs a decision"',
    ],
    typed: 'daily',
    load: async () => (await import('./task-update.ts')).taskUpdate,
  },
  {
    path: ['task', 'claim'],
    aliases: ['claim', 'start', 'task start'],
    summary: 'Claim a ready task',
    arguments: [task],
    typed: 'daily',
    load: async () => (await import('./task-claim.ts')).taskClaim,
  },
  {
    path: ['task', 'release'],
    aliases: ['release', 'unclaim', 'task unclaim'],
    summary: 'Release a claimed task',
    arguments: [{ ...task, required: false }],
    options: [
      { name: 'unheld', description: 'all tasks in progress without a holder, as after an import' },
      { name: 'force', short: 'f', description: 'even if somebody else holds it; people only' },
    ],
    typed: 'daily',
    load: async () => (await import('./task-claim.ts')).taskRelease,
  },
  {
    path: ['task', 'close'],
    aliases: ['close', 'done', 'task done'],
    summary: 'Close tasks',
    arguments: [tasks],
    options: [
      outcome,
      reason,
      message,
      { name: 'force', short: 'f', description: 'even if it waits for others or has open children' },
      { name: 'suggest-next', description: 'show what became ready, and what to do next' },
    ],
    examples: ['cw task close 7f3k -r "merged"', 'cw task close 7f3k --outcome cancelled -r "not needed any more"'],
    typed: 'daily',
    load: async () => (await import('./task-close.ts')).taskClose,
  },
  {
    path: ['task', 'reopen'],
    aliases: ['reopen'],
    summary: 'Reopen closed tasks',
    arguments: [tasks],
    options: [{ ...reason, description: 'why; kept as a comment' }, message],
    typed: 'daily',
    load: async () => (await import('./task-close.ts')).taskReopen,
  },
];
