import type { CliCommand, CliOption } from '@cw/entry';
import { clients } from '../setup/clients.ts';

const allProjects: CliOption = {
  name: 'all-projects',
  description: 'of the whole workspace, also inside a repository of a project',
};

/** Commands of the program itself. */
export const appCommands: readonly CliCommand[] = [
  {
    path: ['init'],
    summary: 'Create a workspace (other commands create one if there is none)',
    options: [{ name: 'local', description: 'in this repository, for this repository only' }],
    load: async () => (await import('./init.ts')).init,
  },
  {
    path: ['demo'],
    summary: 'See the whole flow on a sample repository: no account, no network, under a minute',
    options: [
      { name: 'port', value: '<n>', description: 'port of the dashboard' },
      { name: 'open', description: 'open the dashboard in the browser' },
      { name: 'keep-running', description: 'leave the server running until interrupted' },
    ],
    forPeople: true,
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    path: ['open'],
    summary: 'Open the dashboard of the running server with a one-time sign-in link, and print the link',
    arguments: [
      {
        name: 'id',
        description: 'what to show: a task, run, merge, inbox item, project, agent, message or rule',
        required: false,
      },
    ],
    options: [{ name: 'print', description: 'only print the link' }],
    examples: ['cw open', 'cw open 7f3k', 'cw open rn_4k9a --print'],
    forPeople: true,
    load: async () => (await import('./open.ts')).open,
  },
  {
    path: ['status'],
    aliases: ['st'],
    summary: 'Show what works, what needs you, what is queued, what was merged and what was spent today',
    options: [allProjects],
    examples: ['cw status', 'cw status --all-projects --json'],
    looks: true,
    load: async () => (await import('./status.ts')).status,
  },
  {
    path: ['watch'],
    summary: 'Show cw status and update it as things change',
    options: [allProjects],
    looks: true,
    load: async () => (await import('./watch.ts')).watch,
  },
  {
    path: ['events'],
    summary: 'List events: every change in the workspace and who made it, newest last',
    options: [
      { name: 'follow', short: 'f', description: 'follow new events; with --json one object per line' },
      { name: 'since', value: '<seq>', description: 'only events after this one, oldest first' },
      { name: 'entity', value: '<id>', description: 'only events of this thing, by it, or mentioning it' },
      { name: 'actor', value: '<who>', description: 'by name or id; or person, agent, system' },
      { name: 'kind', value: '<kind>', repeatable: true, description: 'such as task or task.closed; repeatable' },
      { name: 'not-kind', value: '<kind>', repeatable: true, description: 'leave out this type; repeatable' },
      { name: 'after', value: '<date>', description: 'at this time or later: 2026-03-01, 2h (ago), yesterday' },
      { name: 'before', value: '<date>', description: 'before this time' },
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (50; 10 before following)' },
      { name: 'cursor', value: '<cursor>', description: 'continue where an earlier list ended' },
    ],
    examples: ['cw events -f', 'cw events --entity 7f3k --actor agent', 'cw events -f --json --since 120'],
    looks: true,
    load: async () => (await import('./events.ts')).events,
  },
  {
    path: ['undo'],
    aliases: ['task undo'],
    summary: 'Undo your last change of tasks, settings, rules or dismissals, after showing it',
    options: [
      { name: 'yes', short: 'y', description: 'without asking' },
      { name: 'dry-run', description: 'only show it' },
    ],
    examples: ['cw undo --dry-run', 'cw undo --yes'],
    forPeople: true,
    looks: true,
    load: async () => (await import('./undo.ts')).undo,
  },
  {
    path: ['prime'],
    summary: 'Print what an agent needs to know before it works here, in under a thousand tokens',
    examples: ['cw prime'],
    looks: true,
    load: async () => (await import('./prime.ts')).prime,
  },
  {
    path: ['setup'],
    summary: 'Add the cw tools, and a session hook where there is one, to your own agent program',
    arguments: [{ name: 'client', description: 'which program', choices: [...clients.keys()] }],
    options: [
      { name: 'user', description: 'for you, in every project (the default)' },
      { name: 'project', description: 'for everybody, in the current repository' },
      { name: 'no-hook', description: 'leave the session hook for cw prime as it is' },
      { name: 'print', description: 'only print what belongs there' },
      { name: 'remove', description: 'remove both' },
    ],
    examples: ['cw setup claude', 'cw setup codex --print', 'cw setup cursor --project'],
    forPeople: true,
    load: async () => (await import('./setup.ts')).setup,
  },
  {
    path: ['health'],
    summary: 'Show the health of everything: server, agents, queue, disk, errors and recoveries',
    looks: true,
    load: async () => (await import('./health.ts')).health,
  },
  {
    path: ['doctor'],
    summary: 'Check the workspace, changing nothing, and say how to fix problems',
    options: [{ name: 'fix', description: 'fix what can be fixed safely, after a backup; for people' }],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    path: ['backup', 'create'],
    summary: 'Back up the database with all settings, even while others write',
    arguments: [
      {
        name: 'path',
        description: 'a file that does not exist, or a folder (default: in the workspace)',
        required: false,
      },
    ],
    examples: ['cw backup create', 'cw backup create /mnt/safe/'],
    forPeople: true,
    load: async () => (await import('./backup.ts')).backupCreate,
  },
  {
    path: ['backup', 'list'],
    aliases: ['backup ls'],
    summary: 'List the backups in the workspace, newest first',
    looks: true,
    load: async () => (await import('./backup.ts')).backupList,
  },
  {
    path: ['backup', 'restore'],
    summary: 'Replace the database with a backup; the current one is kept as a backup of its own',
    arguments: [{ name: 'backup', description: 'a file, a name from the list, or latest' }],
    forPeople: true,
    load: async () => (await import('./backup.ts')).backupRestore,
  },
  {
    path: ['version'],
    summary: 'Print the version',
    load: async () => (await import('./show-version.ts')).showVersion,
  },
  {
    path: ['completion'],
    summary: 'Print the shell script that completes commands, options and task ids',
    arguments: [{ name: 'shell', description: 'which shell it is for', choices: ['bash', 'zsh', 'fish'] }],
    examples: ['source <(cw completion bash)', 'source <(cw completion zsh)', 'cw completion fish | source'],
    load: async () => (await import('./completion.ts')).completion,
  },
];
