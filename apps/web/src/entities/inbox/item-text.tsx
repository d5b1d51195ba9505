import { cx, IconButton, ScrollBox } from '@cw/ui';
import { Check, Copy, FileDiff, SquareTerminal } from '@cw/ui/icons';
import { type ReactNode, useState } from 'react';
import type { ItemView } from '../../data/api-types.ts';
import { harmless } from '../text/harmless.ts';
import { withLocalTimes } from '../text/local-times.ts';
import { Markdown } from '../text/markdown.tsx';
import { OutputBox } from '../text/output-box.tsx';
import { textWithoutOffers } from './answer-choices.ts';
import { textParts } from './text-parts.ts';

function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      label={copied ? 'Copied' : 'Copy'}
      className="max-md:size-11"
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
    >
      {copied ? <Check /> : <Copy />}
    </IconButton>
  );
}

function CodeBox({
  head,
  text,
  children,
}: {
  readonly head: ReactNode;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-sunken">
      <div className="flex min-h-9 items-center gap-2 border-b border-line bg-bg pr-1 pl-3.5 text-fg-2 [&>svg]:shrink-0">
        {head}
        <span className="flex-1" />
        <CopyButton text={text} />
      </div>
      {children}
    </div>
  );
}

const longestWhole = 40;

/** The words of a command, so that a line ends between two of them and not after the dash of an option. */
function commandWords(text: string): ReactNode {
  return text.split(/(\s+)/).map((word, index) =>
    word.includes('-') && word.length <= longestWhole ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a command never change places
      <span key={index} className="whitespace-nowrap">
        {word}
      </span>
    ) : (
      word
    ),
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <CodeBox
      text={text}
      head={
        <>
          <SquareTerminal aria-hidden="true" size={14} />
          Command
        </>
      }
    >
      <ScrollBox label="Command" className="max-h-80 px-3.5 py-2.5">
        <pre className="whitespace-pre-wrap wrap-anywhere">
          <span aria-hidden="true" className="text-fg-3 select-none">
            ${' '}
          </span>
          {commandWords(harmless(text))}
        </pre>
      </ScrollBox>
    </CodeBox>
  );
}

/** The lines of a change with their signs; the first two name the file. */
function Change({ text }: { readonly text: string }) {
  const [old, fresh, ...rest] = text.split('\n');
  const named = old?.startsWith('--- ') && fresh?.startsWith('+++ ');
  const path = named ? harmless(fresh?.slice(4) ?? '') : undefined;
  const lines = named ? rest : text.split('\n');
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return (
    <CodeBox
      text={text}
      head={
        <>
          <FileDiff aria-hidden="true" size={14} />
          <code className="min-w-0 truncate text-small text-fg" title={path}>
            {path ?? 'Change'}
          </code>
          <span className="flex shrink-0 gap-1.5 text-small tabular-nums">
            <span className="text-add-fg">+{count('+')}</span>
            <span className="text-del-fg">−{count('-')}</span>
          </span>
        </>
      }
    >
      <ScrollBox label="Change" className="max-h-120 py-1 font-mono text-small leading-5">
        {lines.map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a change never move
            key={index}
            className={cx('flex min-w-max', line.startsWith('+') && 'bg-add', line.startsWith('-') && 'bg-del')}
          >
            <span
              className={cx(
                'w-7 shrink-0 text-center select-none',
                line.startsWith('+') && 'text-add-fg',
                line.startsWith('-') && 'text-del-fg',
              )}
            >
              {line.startsWith('-') ? '−' : line.slice(0, 1)}
            </span>
            <span className="pr-4 whitespace-pre">{harmless(line.slice(1))}</span>
          </div>
        ))}
      </ScrollBox>
    </CodeBox>
  );
}

/** What an item says: words as a document, a command or a change exactly as it is. */
export function ItemText({ item }: { readonly item: Pick<ItemView, 'kind' | 'state' | 'text' | 'details'> }) {
  const { kind, state, text, details } = item;
  const parts = textParts(state === 'open' ? textWithoutOffers(text, details) : text);
  // What an agent asks is shown as it wrote it.
  const told =
    kind === 'question' || kind === 'permission' ? harmless : (words: string) => withLocalTimes(harmless(words));
  if (parts.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part, index) => {
        const key = `${index}${part.kind}`;
        if (part.kind === 'words') return <Markdown key={key} text={told(part.text)} />;
        if (part.language === 'sh') return <Command key={key} text={part.text} />;
        if (part.language === 'diff') return <Change key={key} text={part.text} />;
        return <OutputBox key={key} label="Text" text={harmless(part.text)} className="max-h-120" />;
      })}
    </div>
  );
}
