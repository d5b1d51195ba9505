import type { CliCommand } from '@cw/entry';
import { batchCommands } from './batch-commands.ts';
import { decidingCommands } from './deciding-commands.ts';
import { findingCommands } from './finding-commands.ts';
import { linkingCommands } from './linking-commands.ts';
import { readingCommands } from './reading-commands.ts';
import { workCommands } from './work-commands.ts';
import { writingCommands } from './writing-commands.ts';

/** The tracker's commands as data; the code of one is read when it runs. */
export const taskCommands: readonly CliCommand[] = [
  ...readingCommands,
  ...findingCommands,
  ...writingCommands,
  ...linkingCommands,
  ...batchCommands,
  ...workCommands,
  ...decidingCommands,
];
