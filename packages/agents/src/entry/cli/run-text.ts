import { cut, money, plainLine, plainText, type Style } from '@cw/entry';
import { tellTime } from '@cw/kernel';
import type { ContextBand } from '../../model/context-band.ts';
import { type LogEntry, type RunRow, runStages } from '../../model/run-view.ts';

type Stated = Pick<RunRow, 'state' | 'step' | 'outcome' | 'stall'>;

/** How far a run is, or how it ended, in one word; that it waits for you, or for a limit, comes first. */
export function stateOf({ state, step, outcome, stall }: Stated): string {
  if (state === 'limited') return 'on hold';
  if (outcome !== null) return outcome;
  if (stall !== null) return 'stalled';
  return state === 'needs-you' ? 'needs you' : runStages[step];
}

/** The state of a run as `--state` takes it, with how far it is or how it ended where that says more: `in-progress (running)`. */
export function listedState(run: Stated): string {
  const word = stateOf(run);
  const saysMore = run.state !== 'limited' && word.replace(' ', '-') !== run.state;
  return saysMore ? `${run.state} (${word})` : run.state;
}

/** How full its context is and what that means, `45 % good`; empty when not known. */
export function contextText(run: Pick<RunRow, 'contextFill' | 'contextBand'>): string {
  return run.contextFill === null ? '' : `${Math.round(run.contextFill * 100)} % ${run.contextBand}`;
}

export function paintContext(band: ContextBand | null, cell: string, style: Style): string {
  if (band === 'poor') return style.red(cell);
  return band === 'degrading' ? style.yellow(cell) : cell;
}

const wanting = new Set(['blocked', 'needs-input', 'needs you', 'on hold', 'stopped', 'stalled']);

export function paintState(state: string, cell: string, style: Style): string {
  if (state === 'done') return style.green(cell);
  if (state === 'failed' || state === 'lost') return style.red(cell);
  if (wanting.has(state)) return style.yellow(cell);
  return style.cyan(cell);
}

/** Dollars, with ≈ while they are an estimate; empty when not known. */
export function costText(run: Pick<RunRow, 'costUsd' | 'estimated'>): string {
  if (run.costUsd === null) return '';
  return money(run.costUsd, run.estimated);
}

const shownResultLines = 6;

/** One entry of a log as lines of the terminal, moved in where a sub-agent is at work; empty for what is not worth one. */
export function entryText(entry: LogEntry, style: Style, width: number): string {
  if (entry.parent === undefined) return bareText(entry, style, width);
  const text = bareText(entry, style, width - 4);
  return text === '' ? '' : text.replaceAll(/^/gm, `  ${style.dim('│')} `);
}

function bareText(entry: LogEntry, style: Style, width: number): string {
  switch (entry.kind) {
    case 'start':
      return style.dim(`started ${entry.model ?? 'the program'}, ${entry.tools} tools`);
    case 'text':
      return plainText(entry.text);
    case 'thinking':
      return style.dim(plainText(entry.text));
    case 'tool':
      return `${style.blue('•')} ${style.bold(plainLine(entry.name))} ${cut(plainLine(entry.argument), Math.max(20, width - entry.name.length - 4))}`;
    case 'tool-result':
      return resultText(entry, style);
    case 'message':
      return style.magenta(`› ${plainText(firstLines(entry.text, shownResultLines))}`);
    case 'output':
      return entry.stream === 'stderr' ? style.red(plainText(entry.text)) : plainText(entry.text);
    case 'retry':
      return style.yellow(`try ${entry.attempt} of ${entry.max} after ${plainLine(entry.error)}`);
    case 'limit':
      return style.yellow(
        `usage limit: ${plainLine(entry.status)}${entry.resetsAt ? `, until ${tellTime(entry.resetsAt)}` : ''}`,
      );
    case 'result':
      return (entry.error ? style.red : style.green)(plainText(entry.text || 'ended'));
    case 'unknown':
      return style.dim(cut(plainLine(entry.text), width));
  }
}

function resultText(entry: Extract<LogEntry, { kind: 'tool-result' }>, style: Style): string {
  const text = plainText(firstLines(entry.text, shownResultLines));
  if (text.trim() === '') return '';
  const indented = text.replaceAll(/^/gm, '  ');
  return (entry.error ? style.red : style.dim)(indented);
}

function firstLines(text: string, count: number): string {
  const lines = text.split('\n');
  return lines.length > count ? [...lines.slice(0, count), `… ${lines.length - count} more lines`].join('\n') : text;
}
