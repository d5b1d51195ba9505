import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cx } from './cx.ts';

type IdTextProps = {
  readonly id: string;
  /** All of it, with what follows the short form in a quieter tone, and a copy icon. */
  readonly whole?: boolean | undefined;
  readonly className?: string | undefined;
};

function shortLength(id: string): number {
  const underscore = id.indexOf('_');
  return underscore < 0 ? 8 : underscore + 5;
}

/** The prefix and four characters of an id. */
export function shortId(id: string): string {
  return id.slice(0, shortLength(id));
}

/** An id in mono; a click copies the whole of it. */
export function IdText({ id, whole, className }: IdTextProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1200);
    return () => clearTimeout(timer);
  }, [copied]);
  const cut = shortLength(id);
  return (
    <button
      type="button"
      title={copied ? 'Copied' : `Copy ${id}`}
      aria-label={`Copy id ${whole ? id : id.slice(0, cut)}`}
      className={cx(
        'touch-area inline-flex items-center gap-1.5 rounded-key font-mono text-[11.5px] leading-5 whitespace-nowrap text-fg-3 hover:text-fg',
        whole ? 'min-w-0' : 'shrink-0',
        className,
      )}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        void navigator.clipboard?.writeText(id).then(() => setCopied(true));
      }}
    >
      {whole ? (
        <span className="truncate">
          <span className="text-fg">{id.slice(0, cut)}</span>
          {id.slice(cut)}
        </span>
      ) : (
        id.slice(0, cut)
      )}
      {whole &&
        (copied ? (
          <Check aria-hidden="true" size={14} className="shrink-0" />
        ) : (
          <Copy aria-hidden="true" size={14} className="shrink-0" />
        ))}
    </button>
  );
}
