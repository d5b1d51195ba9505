import { type CliContext, type CliRun, cut, plainLine, type Style, tellMoment } from '@cw/entry';
import { err, ok, step, toIso } from '@cw/kernel';
import type { LastChange } from '../undo/last-change.ts';
import { sayChange, type ToldStep } from '../undo/say-change.ts';
import { changeToUndo, undoLastChange } from '../undo/undo-change.ts';

/** `cw undo`: takes back the last change of whoever acts, once they have seen what that is. */
export const undo: CliRun = async (input, context) => {
  const { storage } = context.workspace;
  const act = await context.act();
  const found = await changeToUndo(storage.read, act);
  if (!found.ok) return found;
  const change = found.value;
  const steps = await sayChange(storage.read, change);
  const facts = { seq: change.seq, at: toIso(change.at), steps };
  const shown = (style: Style) => changeText({ change, steps }, context, style);
  const output = (undone: boolean, said: (style: Style) => string) => ({
    data: { ...facts, undone },
    ids: steps.map(({ id }) => id),
    text: said,
  });
  if (input.flag('dry-run')) return ok(output(false, shown));
  if (!input.flag('yes')) {
    if (!context.interactive || context.json || context.quiet)
      return err({ ...unconfirmed, found: output(false, shown) });
    context.note(shown(context.style));
    if (!(await context.confirm('Undo this?'))) return ok(output(false, () => 'Nothing was changed.'));
  }
  const undone = await storage.transact((tx) => undoLastChange(tx, { seq: change.seq, via: 'cli' }, act));
  if (!undone.ok) return undone;
  return ok(
    output(
      true,
      (style) =>
        `${input.flag('yes') ? `${shown(style)}\n` : ''}Undone. ${style.dim('cw undo again takes that back.')}`,
    ),
  );
};

const unconfirmed = {
  code: 'undo.not-confirmed',
  message: 'Nothing was undone: it has to be confirmed.',
  next: [step('Undo it', 'undo', '--yes')],
};

type Shown = { readonly change: LastChange; readonly steps: readonly ToldStep[] };

function changeText({ change, steps }: Shown, { workspace, width }: CliContext, style: Style): string {
  const when = tellMoment(toIso(change.at), workspace.clock.now());
  const lines = steps.flatMap(({ id, title, becomes }) => [
    `  ${style.cyan(id)}${title === null ? '' : `  ${plainLine(title)}`}`,
    ...becomes.map((line) => cut(`    ${plainLine(line)}`, width)),
  ]);
  return [`Your change of ${when}, and what undoing it does:`, ...lines].join('\n');
}
