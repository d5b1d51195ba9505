import { cx, ScrollBox } from '@cw/ui';
import { UnfoldVertical } from '@cw/ui/icons';
import { type ReactNode, useState } from 'react';
import { OutputLines } from '../../entities/text/output-box.tsx';

const firstShown = 12;

type OutputBlockProps = {
  readonly text: string;
  readonly label: string;
  /** Shows the end instead of the beginning: of what failed, the last lines say why. */
  readonly fromEnd?: boolean | undefined;
  readonly foot?: ReactNode;
};

/** What a program wrote, folded after a dozen lines. */
export function OutputBlock({ text, label, fromEnd, foot }: OutputBlockProps) {
  const [all, setAll] = useState(false);
  const lines = text.replace(/\n+$/, '').split('\n');
  const hidden = all ? 0 : Math.max(0, lines.length - firstShown);
  const shown = hidden === 0 ? lines : fromEnd ? lines.slice(-firstShown) : lines.slice(0, firstShown);
  const fold = hidden > 0 && (
    <button type="button" className="inline-flex items-center gap-2 hover:text-fg" onClick={() => setAll(true)}>
      <UnfoldVertical aria-hidden="true" size={13} />
      {hidden.toLocaleString('en-US')} {fromEnd ? 'earlier' : 'more'} lines
    </button>
  );
  const bar = 'flex min-h-8 items-center gap-3 border-line px-4 text-small text-fg-3';
  return (
    <div className="overflow-hidden rounded-card border border-line bg-sunken">
      {fromEnd && fold && <div className={cx(bar, 'border-b')}>{fold}</div>}
      <ScrollBox fromEnd={fromEnd} label={label} className="max-h-120 px-4 py-2">
        {fromEnd && text.trim() !== '' ? (
          <div className="text-fg-2">
            <OutputLines lines={shown} />
          </div>
        ) : (
          <pre className="text-small leading-5 text-fg-2">
            {shown.join('\n') || <span className="text-fg-3">no output</span>}
          </pre>
        )}
      </ScrollBox>
      {((!fromEnd && fold) || foot) && (
        <div className={cx(bar, 'border-t')}>
          {!fromEnd && fold}
          <span className="ml-auto tabular-nums">{foot}</span>
        </div>
      )}
    </div>
  );
}
