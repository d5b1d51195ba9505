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
        description: 'the program it is a login of',
      },
      { name: 'config-dir', value: '<path>', description: 'the configuration directory in which you signed in' },
      {
        name: 'env',
        value: '<KEY=VALUE>',
        repeatable: true,
        description:
          'a variable for its agents, kept in a file only you can read; KEY alone takes the value it has here',
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
    summary: 'The logins, in the order they are used',
    load: async () => (await import('./account-read.ts')).accountList(programs),
  },
  {
    path: ['account', 'show'],
    summary: 'One login; its secret values are never shown',
    arguments: [account],
    load: async () => (await import('./account-read.ts')).accountShow,
  },
  {
    path: ['account', 'remove'],
    aliases: ['account rm'],
    summary: 'Take a login out of use and its secret values off the disk',
    forPeople: true,
    arguments: [account],
    load: async () => (await import('./account-write.ts')).accountRemove,
  },
];
