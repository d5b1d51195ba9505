import type { CliCommand } from '@cw/entry';

const project = { name: 'project', value: '<project>', description: 'only there (name or id); else everywhere' };

export const orchestratorCommands: readonly CliCommand[] = [
  {
    path: ['pause'],
    summary: 'Start no more agents, everywhere or in one project; those at work go on, and merges too',
    options: [project, { name: 'reason', value: '<text>', description: 'why; everybody sees it' }],
    examples: ['cw pause', 'cw pause --project shop --reason "release on Friday"'],
    forPeople: true,
    load: async () => (await import('./pause-resume.ts')).pause,
  },
  {
    path: ['resume'],
    summary: 'Let agents be started again that a pause kept back',
    options: [project],
    forPeople: true,
    load: async () => (await import('./pause-resume.ts')).resume,
  },
];
