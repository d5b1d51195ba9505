import { cx } from '@cw/ui';
import {
  AlignLeft,
  Brain,
  Flag,
  Gauge,
  MessageSquare,
  Play,
  RotateCcw,
  SquareTerminal,
  TriangleAlert,
  Wrench,
} from '@cw/ui/icons';
import type { ComponentProps } from 'react';
import { formatDuration, plural } from '../../entities/text/format.ts';
import { Markdown } from '../../entities/text/markdown.tsx';
import type { LogItem } from './log-items.ts';
import { LogLine } from './log-line.tsx';
import { OutputBlock } from './output-block.tsx';

type Entry = Extract<LogItem, { kind: 'entry' }>['entry'];

type EntryLineProps = { readonly entry: Entry; readonly open: boolean; readonly onToggle: () => void };

/** What the program says of a limit, in our words. */
const limitWords: Readonly<Record<string, string>> = { allowed_warning: 'nearly reached', rejected: 'reached' };

const quiet = 'min-w-0 text-fg-2 wrap-anywhere';

function summaryOf(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}

/** Why it tries again, where the program says. */
function why(error: string): string {
  return error === 'unknown' ? '' : `: ${error}`;
}

type LoneResultProps = Omit<ComponentProps<typeof LogLine>, 'icon' | 'children'> & {
  readonly entry: Extract<Entry, { kind: 'tool-result' }>;
};

/** What came of a tool call that stands so far above that it is not at hand. */
function LoneResult({ entry, ...line }: LoneResultProps) {
  return (
    <LogLine
      {...line}
      icon={<Wrench />}
      note={entry.error ? <span className="text-danger-fg">failed</span> : undefined}
      detail={() => <OutputBlock label="Result" text={entry.text} fromEnd={entry.error} />}
    >
      <span className="shrink-0 font-medium">Result</span>
      <span className={cx(quiet, 'truncate')}>of an earlier call</span>
    </LogLine>
  );
}

/** Anything in the log that is not a tool: words, thinking, starts, waits, ends, and lines nobody knows. */
export function EntryLine({ entry, open, onToggle }: EntryLineProps) {
  const line = { keys: [entry.key], nested: entry.parent !== undefined, at: entry.at, open, onToggle };
  switch (entry.kind) {
    case 'start':
      return (
        <LogLine {...line} icon={<Play />}>
          <span className={quiet}>
            Started {entry.model ?? ''} {entry.tools > 0 && `with ${plural(entry.tools, 'tool')}`}
            {entry.version && <span className="text-fg-3"> · {entry.version}</span>}
          </span>
        </LogLine>
      );
    case 'text':
      return (
        <LogLine {...line} icon={<MessageSquare />}>
          <span className="min-w-0 wrap-anywhere [&_div]:text-fg">
            <Markdown text={entry.text} />
          </span>
        </LogLine>
      );
    case 'thinking':
      return (
        <LogLine
          {...line}
          icon={<Brain />}
          detail={() => <p className="whitespace-pre-wrap text-fg-2 wrap-anywhere">{entry.text}</p>}
        >
          <span className={cx(quiet, 'truncate')}>{open ? 'Thought' : summaryOf(entry.text) || 'Thought'}</span>
        </LogLine>
      );
    case 'message':
      return (
        <LogLine
          {...line}
          icon={<AlignLeft />}
          detail={entry.text.includes('\n') ? () => <OutputBlock label="Message" text={entry.text} /> : undefined}
        >
          <span className="shrink-0 font-medium">Message</span>
          <span className={cx(quiet, 'truncate')}>{summaryOf(entry.text)}</span>
        </LogLine>
      );
    case 'retry':
      return (
        <LogLine {...line} icon={<RotateCcw />} note={`${entry.attempt} of ${entry.max}`}>
          <span className={quiet}>
            Trying again in {formatDuration(entry.delayMs)}
            {why(entry.error)}
          </span>
        </LogLine>
      );
    case 'limit':
      return (
        <LogLine {...line} icon={<Gauge />} note={entry.window?.replaceAll('_', ' ')}>
          <span className={quiet}>
            Usage limit {limitWords[entry.status] ?? entry.status}
            {entry.resetsAt && `, resets ${new Date(entry.resetsAt).toLocaleTimeString('en-GB')}`}
          </span>
        </LogLine>
      );
    case 'result':
      return (
        <LogLine
          {...line}
          icon={entry.error ? <TriangleAlert /> : <Flag />}
          detail={entry.text ? () => <OutputBlock label="Result" text={entry.text} /> : undefined}
        >
          <span className="shrink-0 font-medium">{entry.error ? 'Ended with an error' : 'Result'}</span>
          <span className={cx(quiet, 'truncate')}>{!open && summaryOf(entry.text)}</span>
        </LogLine>
      );
    case 'tool-result':
      return <LoneResult {...line} entry={entry} />;
    case 'unknown':
      return (
        <LogLine {...line} icon={<SquareTerminal />} detail={() => <OutputBlock label="Raw line" text={entry.text} />}>
          <span className="shrink-0 text-fg-3">Line</span>
          <code className={cx(quiet, 'truncate text-small leading-5')}>{summaryOf(entry.text)}</code>
        </LogLine>
      );
  }
}
