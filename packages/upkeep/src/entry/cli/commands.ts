import type { CliCommand } from '@cw/entry';

export const upkeepCommands: readonly CliCommand[] = [
  {
    path: ['cleanup'],
    summary: 'Remove old logs, merged worktrees and refs of tasks closed long ago; report what is kept and why',
    options: [{ name: 'dry-run', description: 'only show what would be removed' }],
    examples: ['cw cleanup --dry-run'],
    forPeople: true,
    load: async () => (await import('./cleanup.ts')).cleanup,
  },
];
