import { inForeground, throughShell } from './in-foreground.ts';

/** What a pager does where the person has not said: quit when all of it is seen, show colours, leave the text on the screen. */
const habits = { LESS: 'FRX', LV: '-c' };

/** What a shell answers where it finds no such program, or may not run it. */
const noProgram = [126, 127];

/**
 * Shows a text page by page: in `CW_PAGER`, else `PAGER`, else `less`.
 * @returns false where the person wants none or there is none, so that nothing was shown
 */
export function showInPager(text: string, env: NodeJS.ProcessEnv): boolean {
  const chosen = env.CW_PAGER ?? env.PAGER;
  if (chosen !== undefined && ['', 'cat'].includes(chosen.trim())) return false;
  const program = chosen === undefined ? (['less'] as const) : throughShell(chosen);
  const { error, status } = inForeground(program, { env: { ...habits, ...env }, input: text });
  // A pager that is left before it has read all of the text is no error.
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT';
  return !isMissing && !(status !== null && noProgram.includes(status));
}
