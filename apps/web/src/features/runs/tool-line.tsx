import { cx, StateIcon } from '@cw/ui';
import { Bot, FilePen, FilePlus, FileText, Search, Terminal, Wrench } from '@cw/ui/icons';
import type { ReactNode } from 'react';
import { diffCounts } from '../../entities/text/diff-lines.ts';
import { formatDuration } from '../../entities/text/format.ts';
import { DiffView } from './diff-view.tsx';
import type { LogItem } from './log-items.ts';
import { LogLine } from './log-line.tsx';
import { OutputBlock } from './output-block.tsx';
import { editOf, isWholeFile, resultNote, shellResult, shortPath, type ToolReading } from './tool-reading.ts';
import { useNow } from './use-now.ts';

type ToolItem = Extract<LogItem, { kind: 'tool' }>;

const icons: Readonly<Record<ToolReading['kind'], ReactNode>> = {
  shell: <Terminal />,
  edit: <FilePen />,
  write: <FilePlus />,
  read: <FileText />,
  search: <Search />,
  fetch: <Wrench />,
  task: <Bot />,
  other: <Wrench />,
};

/** True for tools that are unfolded from the start: an edit, and a command that failed. */
export function toolStartsOpen(item: ToolItem): boolean {
  if (item.call.reading.kind === 'shell') return item.result?.error === true;
  return editOf(item.call.reading) !== undefined;
}

function Running({ at }: { readonly at: string | null }) {
  const now = useNow(true);
  return (
    <span className="text-st-running" aria-hidden="true">
      running{at && ` ${formatDuration(Math.max(1000, now - Date.parse(at)))}`}
    </span>
  );
}

function Counts({ item }: { readonly item: ToolItem }) {
  const lines = editOf(item.call.reading);
  if (!lines) return null;
  const { added, removed } = diffCounts(lines);
  return (
    <span className="inline-flex gap-2">
      <span className="text-add-fg">+{added}</span>
      <span className="text-del-fg">−{removed}</span>
    </span>
  );
}

function Note({ item, live }: { readonly item: ToolItem; readonly live: boolean }) {
  if (!item.result) return live ? <Running at={item.call.at} /> : null;
  if (item.result.error) return <span className="text-danger-fg">{resultNote(item.call.reading, item.result)}</span>;
  return editOf(item.call.reading) ? <Counts item={item} /> : resultNote(item.call.reading, item.result);
}

function ShellDetail({ item }: { readonly item: ToolItem }) {
  const { call, result } = item;
  if (!result) return <OutputBlock label="Command" text={call.argument} />;
  const { text, exit } = shellResult(result);
  const took = call.at && result.at ? Date.parse(result.at) - Date.parse(call.at) : undefined;
  return (
    <OutputBlock
      label={`Output of ${call.argument}`}
      text={text}
      fromEnd={result.error}
      foot={
        <span className="inline-flex gap-3">
          {exit !== undefined && <span>exit {exit}</span>}
          {took !== undefined && <span>{formatDuration(took)}</span>}
        </span>
      }
    />
  );
}

/** True for a tool whose line says all of its input that matters. */
function isPlain({ counts }: ToolReading): boolean {
  return counts !== null;
}

/** What a tool was given, a line for each short value. */
function inputText(input: unknown): string {
  if (typeof input !== 'object' || input === null) return JSON.stringify(input) ?? '';
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`)
    .join('\n');
}

function Detail({ item }: { readonly item: ToolItem }) {
  const { call, result } = item;
  if (call.reading.kind === 'shell') return <ShellDetail item={item} />;
  const lines = editOf(call.reading);
  return (
    <div className="flex flex-col gap-1.5">
      {lines && <DiffView lines={lines} numbered={isWholeFile(call.reading)} label={`Changes to ${call.argument}`} />}
      {!lines && !isPlain(call.reading) && <OutputBlock label={`Input of ${call.name}`} text={inputText(call.input)} />}
      {result && (!lines || result.error) && (
        <OutputBlock label={`Result of ${call.name}`} text={result.text} fromEnd={result.error} />
      )}
    </div>
  );
}

type ToolLineProps = {
  readonly item: ToolItem;
  readonly live: boolean;
  readonly worktree: string | null;
  readonly open: boolean;
  readonly onToggle: () => void;
};

/** A tool the agent used, with its argument and what came of it. */
export function ToolLine({ item, live, worktree, open, onToggle }: ToolLineProps) {
  const { call, result } = item;
  const { path } = call.reading;
  const argument = path && call.argument === path ? shortPath(path, worktree) : call.argument;
  const waiting = live && !result;
  return (
    <LogLine
      keys={result ? [call.key, result.key] : [call.key]}
      nested={call.parent !== undefined}
      at={call.at}
      icon={waiting ? <StateIcon state="in-progress" bare /> : icons[call.reading.kind]}
      note={<Note item={item} live={live} />}
      detail={() => <Detail item={item} />}
      open={open}
      onToggle={onToggle}
    >
      <span className="shrink-0 font-medium">{call.name}</span>
      <code
        className={cx(
          'min-w-0 text-small leading-5 text-fg-2',
          open ? 'wrap-anywhere whitespace-pre-wrap' : 'truncate',
        )}
      >
        {argument}
      </code>
    </LogLine>
  );
}
