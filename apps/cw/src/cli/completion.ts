import type { CliAnswer, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { completionScripts } from './completion-scripts.ts';

/** `cw completion`. */
export async function completion(input: CliInput): Promise<CliAnswer> {
  const shell = input.argument('shell');
  const script = completionScripts[shell] ?? '';
  return ok({ data: { shell, script }, text: () => script.trimEnd() });
}
