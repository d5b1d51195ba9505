import type { CliCommand } from '@cw/entry';
import { dryRun } from './detail-options.ts';

/** Many changes at once. It stands alone because its code knows the commands whose lines it reads. */
export const batchCommands: readonly CliCommand[] = [
  {
    path: ['task', 'batch'],
    aliases: ['batch'],
    summary: 'Make many changes in one transaction, all of them or none',
    arguments: [
      {
        name: 'file',
        description: 'lines of commands as typed or of JSON; standard input without it',
        required: false,
      },
    ],
    options: [{ name: 'file', short: 'f', value: '<path>', description: 'the same' }, dryRun],
    examples: [
      'cw task batch changes.txt',
      `printf 'close 7f3k -r done\\nclaim 2m4x\\n' | cw task batch`,
      `echo '{"op":"create","title":"Write it","key":"a"}' | cw task batch -`,
    ],
    typed: 'often',
    load: async () => (await import('./task-batch.ts')).taskBatch,
  },
];
