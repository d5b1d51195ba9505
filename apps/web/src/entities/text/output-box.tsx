import { cx, ScrollBox } from '@cw/ui';
import { isFailing } from './failing-lines.ts';

/** Lines of a program's output; those that say what failed carry a bar at their left. */
export function OutputLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre className="text-small leading-5 whitespace-pre-wrap wrap-anywhere">
      {lines.map((line, index) => {
        const fails = isFailing(line);
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of an output never change places
            key={index}
            data-failing={fails ? '' : undefined}
            className={cx('-mx-4 block px-4', fails && failingLine)}
          >
            {line === '' ? '\n' : line}
          </span>
        );
      })}
    </pre>
  );
}

const failingLine = 'border-l-2 border-st-failed bg-del pl-3.5 text-fg';

type OutputBoxProps = { readonly label: string; readonly text: string; readonly className?: string | undefined };

/** What a program wrote, opened at its end, where it says how it went. */
export function OutputBox({ label, text, className }: OutputBoxProps) {
  const lines = text.replace(/\n+$/, '').split('\n');
  return (
    <ScrollBox
      fromEnd
      label={label}
      className={cx('rounded-card border border-line bg-sunken px-4 py-3 text-fg-2', className)}
    >
      {text.trim() === '' ? <p className="text-small text-fg-3">No output.</p> : <OutputLines lines={lines} />}
    </ScrollBox>
  );
}
