import { type CliRun, type Style, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { cleanUp, cleanUpDeps } from '../../cleaning/clean-up.ts';
import { type CleanedKind, type Cleaning, cleanedKinds } from '../../model/cleaning.ts';
import { cleaningRefusals } from '../refusals.ts';

export const cleanup: CliRun = async (input, context) => {
  const wanted = { dryRun: input.flag('dry-run') };
  const done = await cleanUp(cleanUpDeps(context.workspace), wanted, await context.act());
  if (!done.ok) return err(toRefusal(cleaningRefusals, done.error));
  const cleaning = done.value;
  return ok({
    data: cleaning,
    ids: cleaning.removed.map(({ thing }) => thing),
    text: (style) => cleaningText(cleaning, style),
  });
};

function cleaningText({ dryRun, removed, kept, bytes }: Cleaning, style: Style): string {
  const freed = bytes > 0 ? ` (${sizeText(bytes)})` : '';
  const head = dryRun ? 'Would remove' : 'Removed';
  const what = removed.length === 0 ? 'nothing' : `${counted(removed)}${freed}`;
  const lines = removed.map(
    ({ kind, thing, taskId }) => `  ${kind.padEnd(9)}  ${thing}${taskId === null ? '' : `  ${style.dim(taskId)}`}`,
  );
  const stays = kept.flatMap(({ kind, why, count, things }) => [
    `  ${nounOf(kind, count)}: ${why}`,
    ...(kind === 'log' ? [] : things.map((thing) => style.dim(`    ${thing}`))),
  ]);
  return [`${head} ${what}.`, ...lines, ...(stays.length > 0 ? ['Kept:', ...stays] : [])].join('\n');
}

function counted(removed: Cleaning['removed']): string {
  const kinds = cleanedKinds.map((kind) => {
    const count = removed.filter((thing) => thing.kind === kind).length;
    return count === 0 ? [] : [nounOf(kind, count)];
  });
  return kinds.flat().join(', ');
}

function nounOf(kind: CleanedKind, count: number): string {
  const [one, many] = nouns[kind];
  return `${count} ${count === 1 ? one : many}`;
}

const nouns: Readonly<Record<CleanedKind, readonly [string, string]>> = {
  worktree: ['worktree', 'worktrees'],
  branch: ['branch', 'branches'],
  log: ['log', 'logs'],
  ref: ['ref', 'refs'],
  crash: ['crash report', 'crash reports'],
  'set-aside': ['thing set aside', 'things set aside'],
  clone: ['unfinished clone', 'unfinished clones'],
};

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
