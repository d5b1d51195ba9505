import type { CliCommand } from '@cw/entry';

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
];
