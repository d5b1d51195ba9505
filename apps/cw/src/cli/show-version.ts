import type { CliRun } from '@cw/entry';
import { ok } from '@cw/kernel';
import { version } from '../version.ts';

/** `cw version` */
export const showVersion: CliRun = async () => ok({ data: { version }, ids: [version], text: () => version });
