import { Button, cx, ScrollBox } from '@cw/ui';
import { useState } from 'react';
import type { DiffLine } from '../../entities/text/diff-lines.ts';
import { CodeText } from './code-line.tsx';

const firstShown = 40;

function DiffRow({ line, numbered }: { readonly line: DiffLine; readonly numbered: boolean }) {
  let at = 0;
  return (
    <div className={cx('flex min-w-max', line.sign === '+' && 'bg-add', line.sign === '-' && 'bg-del')}>
      {numbered && (
        <span className="w-10 shrink-0 pr-3 text-right text-fg-3 select-none">{line.after ?? line.before}</span>
      )}
      <span
        className={cx(
          'w-7 shrink-0 text-center select-none',
          line.sign === '+' && 'text-add-fg',
          line.sign === '-' && 'text-del-fg',
        )}
      >
        {line.sign === '-' ? '−' : line.sign}
      </span>
      <span className="pr-4 whitespace-pre">
        {line.spans.map((span) => {
          const key = at;
          at += span.text.length + 1;
          return (
            <CodeText
              key={key}
              text={span.text}
              className={
                span.changed ? cx('rounded-[2px]', line.sign === '+' ? 'bg-add-word' : 'bg-del-word') : undefined
              }
            />
          );
        })}
      </span>
    </div>
  );
}

type DiffViewProps = { readonly lines: readonly DiffLine[]; readonly numbered: boolean; readonly label: string };

/** An edit as a diff. Lines are numbered only where their place in the file is known. */
export function DiffView({ lines, numbered, label }: DiffViewProps) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, firstShown);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-sunken">
      <ScrollBox label={label} className="py-1 font-mono text-small leading-5">
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an edit never change
          <DiffRow key={index} line={line} numbered={numbered} />
        ))}
      </ScrollBox>
      {shown.length < lines.length && (
        <div className="border-t border-line px-2 py-1">
          <Button variant="quiet" size="small" onClick={() => setAll(true)}>
            {lines.length - shown.length} more lines
          </Button>
        </div>
      )}
    </div>
  );
}
