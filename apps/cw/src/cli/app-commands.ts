import type { CliCommand } from '@cw/entry';
import { clients } from '../setup/clients.ts';

/** Commands of the program itself. */
export const appCommands: readonly CliCommand[] = [
  {
    path: ['init'],
    summary: 'Make a workspace (other commands make one when there is none)',
    options: [{ name: 'local', description: 'in this repository, for it alone' }],
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
    summary: 'Print (and open) a one-time link to the dashboard of the running server',
    options: [{ name: 'print', description: 'only print it' }],
    forPeople: true,
    load: async () => (await import('./open.ts')).open,
  },
  {
    path: ['events'],
    summary: 'What happened, by whom: every change in the workspace, the newest last',
    options: [
      { name: 'follow', short: 'f', description: 'go on with what happens; with --json an object a line' },
      { name: 'since', value: '<seq>', description: 'what came after this event, the oldest first' },
      { name: 'entity', value: '<id>', description: 'what happened to it, what it did, and what names it' },
      { name: 'actor', value: '<who>', description: 'a name or an id; or person, agent, system' },
      { name: 'kind', value: '<kind>', repeatable: true, description: 'such as task or task.closed; several times' },
      { name: 'not-kind', value: '<type>', repeatable: true, description: 'none of this type' },
      { name: 'after', value: '<date>', description: 'then or later: 2026-03-01, 2h (ago), yesterday' },
      { name: 'before', value: '<date>', description: 'before then' },
      { name: 'limit', value: '<n>', description: 'at most so many (50; before what follows 10)' },
      { name: 'cursor', value: '<cursor>', description: 'go on where an earlier list ended' },
    ],
    examples: ['cw events -f', 'cw events --entity 7f3k --actor agent', 'cw events -f --json --since 120'],
    looks: true,
    load: async () => (await import('./events.ts')).events,
  },
  {
    path: ['prime'],
    summary: 'What an agent has to know before it works here, in under a thousand tokens',
    examples: ['cw prime'],
    looks: true,
    load: async () => (await import('./prime.ts')).prime,
  },
  {
    path: ['setup'],
    summary: 'Give your own agent program the tools of cw, by its configuration',
    arguments: [{ name: 'client', description: 'which program', choices: [...clients.keys()] }],
    options: [
      { name: 'user', description: 'for you, in every project (the default)' },
      { name: 'project', description: 'for everybody, in the repository around you' },
      { name: 'print', description: 'only show what belongs there' },
      { name: 'remove', description: 'take it out again' },
    ],
    examples: ['cw setup claude', 'cw setup codex --print', 'cw setup cursor --project'],
    forPeople: true,
    load: async () => (await import('./setup.ts')).setup,
  },
  {
    path: ['health'],
    summary: 'How everything is: server, agents, queue, disk, what went wrong and what was put right',
    looks: true,
    load: async () => (await import('./health.ts')).health,
  },
  {
    path: ['doctor'],
    summary: 'Look the workspace over, changing nothing, and say what to do about what is wrong',
    options: [{ name: 'fix', description: 'mend what can be mended safely, after a backup; for people' }],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    path: ['backup', 'create'],
    summary: 'Copy the database with all settings, also while others write',
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
    summary: 'Backups that lie in the workspace, the newest first',
    load: async () => (await import('./backup.ts')).backupList,
  },
  {
    path: ['backup', 'restore'],
    summary: 'Put a backup in the place of the database, which is kept as a backup of its own',
    arguments: [{ name: 'backup', description: 'a file, a name of the list, or latest' }],
    forPeople: true,
    load: async () => (await import('./backup.ts')).backupRestore,
  },
  {
    path: ['completion'],
    summary: 'Print what a shell reads to complete commands, options and ids of tasks',
    arguments: [{ name: 'shell', description: 'which shell it is for', choices: ['bash', 'zsh', 'fish'] }],
    examples: ['source <(cw completion bash)', 'source <(cw completion zsh)', 'cw completion fish | source'],
    load: async () => (await import('./completion.ts')).completion,
  },
];
