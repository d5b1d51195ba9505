import type { Terminal } from './terminal.ts';

/** Asks a person yes or no. Enter alone, the end of the input and anything but a yes is no. */
export async function confirm(question: string, terminal: Pick<Terminal, 'ask'>): Promise<boolean> {
  const said = await terminal.ask(`${question} [y/N] `);
  return ['y', 'yes'].includes(said.trim().toLowerCase());
}
