import type { CliCommand } from '@cw/entry';

export const upkeepCommands: readonly CliCommand[] = [
  {
    path: ['cleanup'],
    summary: 'Remove old logs, merged worktrees and refs of tasks closed long ago; say what stays and why',
    options: [{ name: 'dry-run', description: 'only say what would go' }],
    examples: ['cw cleanup --dry-run'],
    forPeople: true,
    load: async () => (await import('./cleanup.ts')).cleanup,
  },
];
