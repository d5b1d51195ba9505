import { Button, cx, ScrollBox } from '@cw/ui';
import { TriangleAlert } from '@cw/ui/icons';
import { diffLines } from '../../entities/text/diff-lines.ts';
import type { FieldEdit } from './use-field-edit.ts';

type TextDifferenceProps = { readonly there: string; readonly yours: string };

/** From what is there now to one's own text, line by line. */
export function TextDifference({ there, yours }: TextDifferenceProps) {
  return (
    <ScrollBox label="From the current text to yours" className="rounded-control border border-line bg-bg">
      <pre className="py-1 font-mono text-[11.5px] leading-5 whitespace-pre-wrap wrap-anywhere">
        {diffLines(there, yours).map((line) => (
          <div
            key={`${line.sign}${line.before ?? ''}:${line.after ?? ''}`}
            className={cx('flex gap-2 px-2', line.sign === '+' && 'bg-add', line.sign === '-' && 'bg-del')}
          >
            <span aria-hidden="true" className="select-none text-fg-3">
              {line.sign}
            </span>
            <span className="sr-only">{line.sign === '+' ? 'yours: ' : line.sign === '-' ? 'there now: ' : ''}</span>
            <span>{line.spans.map((span) => span.text).join('')}</span>
          </div>
        ))}
      </pre>
    </ScrollBox>
  );
}

/** Says that a text was changed by somebody else while one writes, shows both, and lets choose. */
export function FieldConflict({ edit, name }: { readonly edit: FieldEdit; readonly name: string }) {
  if (edit.theirs === undefined || edit.text === undefined) return null;
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card border border-line-2 bg-sunken p-2.5 text-small">
      <p className="flex items-start gap-1.5">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-st-needs" />
        <span>
          <strong className="font-semibold">{name} was changed meanwhile.</strong> Your text is kept here; nothing was
          overwritten.
        </span>
      </p>
      <TextDifference there={edit.theirs} yours={edit.text} />
      <p className="text-fg-3">− is the current text, + is yours.</p>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="small" className="max-md:h-11" onClick={edit.takeTheirs}>
          Use the current text
        </Button>
        <Button size="small" className="max-md:h-11" disabled={edit.pending} onClick={edit.keepMine}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
