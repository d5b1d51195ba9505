import type { CliCommand } from '@cw/entry';
import { allOfThem } from './item-options.ts';

const project = {
  name: 'project',
  value: '<project>',
  description: 'only in this project (name or id); everywhere by default',
};

export const orchestratorCommands: readonly CliCommand[] = [
  {
    path: ['pause'],
    summary: 'Stop starting agents, everywhere or in one project; running agents and merges continue',
    options: [project, { name: 'reason', short: 'r', value: '<text>', description: 'why; shown to everybody' }],
    examples: ['cw pause', 'cw pause --project shop --reason "release on Friday"'],
    forPeople: true,
    load: async () => (await import('./pause-resume.ts')).pause,
  },
  {
    path: ['resume'],
    summary: 'Resume starting agents after a pause',
    options: [project],
    forPeople: true,
    load: async () => (await import('./pause-resume.ts')).resume,
  },
  {
    path: ['run', 'retry'],
    summary: 'Retry a task, from where its last run stopped or from scratch',
    arguments: [{ name: 'run', description: 'id of the run, or of a task for its last run; a prefix is enough' }],
    options: [
      { name: 'resume', description: 'only with the conversation and the worktree of the run' },
      { name: 'fresh', description: 'from scratch; the earlier work is kept under refs/cw/attempts' },
      { name: 'model', value: '<model>', description: 'with this model' },
      { name: 'note', value: '<text>', description: 'an extra note for the agent' },
    ],
    examples: ['cw run retry rn_4k', 'cw run retry tk_7f --fresh --note "Use the parser that is there."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-retry.ts')).runRetry,
  },
  {
    path: ['inbox', 'answer'],
    summary: 'Answer inbox items; whatever waits for the answer continues with it',
    arguments: [
      {
        name: 'items',
        required: false,
        variadic: true,
        description:
          'ids or prefixes of ids, and last one of their answers; text alone chooses the one that takes text',
      },
    ],
    options: [
      { name: 'text', value: '<text>', description: 'the text of the answer; - reads standard input' },
      ...allOfThem,
    ],
    examples: [
      'cw inbox answer ib_4k retry',
      'cw inbox answer ib_7f --text "Port 8080, please."',
      'cw inbox answer --all --kind failure retry',
    ],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./inbox-answer.ts')).inboxAnswer,
  },
  {
    path: ['inbox', 'dismiss'],
    summary: 'Dismiss items without an answer; what they are about is not changed',
    arguments: [{ name: 'items', required: false, variadic: true, description: 'ids or prefixes of ids' }],
    options: allOfThem,
    forPeople: true,
    load: async () => (await import('./inbox-answer.ts')).inboxDismiss,
  },
  {
    path: ['inbox', 'restore'],
    summary: 'Restore a dismissed item: it waits for you again',
    arguments: [{ name: 'item', description: 'its id or a prefix of it' }],
    forPeople: true,
    load: async () => (await import('./inbox-answer.ts')).inboxRestore,
  },
  {
    path: ['run', 'compare'],
    summary: 'Compare two runs: how they went, what they cost, how their work differs',
    arguments: [
      { name: 'run', description: 'id of a run; a prefix is enough' },
      { name: 'other', description: 'id of the other one' },
    ],
    examples: ['cw run compare rn_4k rn_7f'],
    looks: true,
    load: async () => (await import('./run-compare.ts')).runCompare,
  },
];
