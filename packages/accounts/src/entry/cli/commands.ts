import type { CliCommand } from '@cw/entry';
import type { AccountProgram } from '../../model/account-program.ts';

const account = { name: 'account', description: 'name or id of the account' };

/** @param programs what an account can be a login of; the first is meant where none is said */
export const accountCommands = (programs: readonly AccountProgram[]): readonly CliCommand[] => [
  {
    path: ['account', 'add'],
    summary: 'Add a login of an agent program',
    forPeople: true,
    arguments: [{ name: 'name', description: 'what to call it' }],
    options: [
      {
        name: 'provider',
        value: '<name>',
        choices: programs.map(({ name }) => name),
        description: 'the program the login belongs to',
      },
      { name: 'config-dir', value: '<path>', description: 'the configuration directory in which you signed in' },
      {
        name: 'env',
        value: '<KEY=VALUE>',
        repeatable: true,
        description: 'a variable for its agents, stored in a file only you can read; KEY alone takes its current value',
      },
    ],
    examples: programs.flatMap(({ name, usualFolder, variable }) => [
      `cw account add personal --provider ${name} --config-dir ${usualFolder}-personal`,
      `cw account add work --provider ${name} --env ${variable}`,
    ]),
    load: async () => (await import('./account-write.ts')).accountAdd(programs),
  },
  {
    path: ['account', 'list'],
    aliases: ['account ls'],
    summary: 'List the logins, in the order they are used',
    looks: true,
    load: async () => (await import('./account-read.ts')).accountList(programs),
  },
  {
    path: ['account', 'show'],
    summary: 'Show one login, without its secret values',
    arguments: [account],
    looks: true,
    load: async () => (await import('./account-read.ts')).accountShow,
  },
  {
    path: ['account', 'remove'],
    aliases: ['account rm'],
    summary: 'Remove a login and delete its secret values',
    forPeople: true,
    arguments: [account],
    load: async () => (await import('./account-write.ts')).accountRemove,
  },
];
