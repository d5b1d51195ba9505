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
  {
    path: ['run', 'retry'],
    summary: 'Try a task again: from where its last run stopped, or from scratch',
    arguments: [{ name: 'run', description: 'id of the run, or of a task for its last one; a start will do' }],
    options: [
      { name: 'resume', description: 'only with the conversation and the worktree of the run' },
      { name: 'fresh', description: 'from the beginning; what the run left is kept under refs/cw/attempts' },
      { name: 'model', value: '<model>', description: 'with this model' },
      { name: 'note', value: '<text>', description: 'what the agent is told besides' },
    ],
    examples: ['cw run retry rn_4k', 'cw run retry tk_7f --fresh --note "Use the parser that is there."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./run-retry.ts')).runRetry,
  },
  {
    path: ['inbox', 'answer'],
    summary: 'Answer what waits for you; what waits for the answer goes on with it',
    arguments: [
      { name: 'item', description: 'its id or a prefix of it' },
      {
        name: 'choice',
        required: false,
        description: 'one of its answers; words alone choose the one that takes words',
      },
    ],
    options: [
      { name: 'text', value: '<text>', description: 'the words of the answer; - reads them from standard input' },
    ],
    examples: ['cw inbox answer ib_4k retry', 'cw inbox answer ib_7f --text "Port 8080, please."'],
    forPeople: true,
    needsServer: true,
    load: async () => (await import('./inbox-answer.ts')).inboxAnswer,
  },
  {
    path: ['inbox', 'dismiss'],
    summary: 'Dismiss an item without an answer; what it is about stays as it is',
    arguments: [{ name: 'item', description: 'its id or a prefix of it' }],
    forPeople: true,
    load: async () => (await import('./inbox-answer.ts')).inboxDismiss,
  },
  {
    path: ['run', 'compare'],
    summary: 'Two runs side by side: how they went, what they cost, how what they left differs',
    arguments: [
      { name: 'run', description: 'id of a run; a start will do' },
      { name: 'other', description: 'id of the other one' },
    ],
    examples: ['cw run compare rn_4k rn_7f'],
    looks: true,
    load: async () => (await import('./run-compare.ts')).runCompare,
  },
];
