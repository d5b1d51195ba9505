import { IconButton, Input } from '@cw/ui';
import { ChevronDown, ChevronUp, Search, X } from '@cw/ui/icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { alone, api, refusalText } from '../../data/api.ts';
import { useKeys } from '../../frame/keys.ts';

type Found = {
  readonly text: string;
  readonly keys: readonly string[];
  /** Where to look for more; undefined when that is all. */
  readonly next: number | undefined;
  readonly at: number;
};

const mostFound = 1000;

/** Asks on until a hit is there or all was looked through. */
async function search(run: string, text: string, from: number, signal: AbortSignal) {
  const keys: string[] = [];
  for (let next: number | undefined = from; ; ) {
    const page = await api.runs.logSearch.query({ run, text, from: next ?? 0 }, { ...alone, signal });
    keys.push(...page.hits.map((hit) => hit.key));
    next = page.complete ? undefined : page.offset;
    if (keys.length > 0 || next === undefined) return { keys, next };
  }
}

type LogSearchProps = { readonly runId: string; readonly onHit: (key: string | undefined) => void };

/** Looks for a text in the whole log, also in what was never fetched. Enter finds, and then goes on to the next. */
export function LogSearch({ runId, onHit }: LogSearchProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>();
  const [looking, setLooking] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(undefined);
  useKeys([{ keys: 'f', label: 'Search the log', group: 'Run', run: () => field.current?.focus() }]);
  useEffect(() => () => abort.current?.abort(), []);
  const show = (next: Found) => {
    setFound(next);
    onHit(next.keys[next.at]);
  };
  const look = async (from: number, before: readonly string[]) => {
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    setLooking(true);
    setError(undefined);
    try {
      const { keys, next } = await search(runId, text, from, mine.signal);
      show({ text, keys: [...before, ...keys], next, at: before.length > 0 && keys.length === 0 ? 0 : before.length });
    } catch (failure) {
      if (!mine.signal.aborted) setError(refusalText(failure));
    } finally {
      if (abort.current === mine) setLooking(false);
    }
  };
  const move = (by: 1 | -1) => {
    if (text === '') return;
    if (found?.text !== text) return void look(0, []);
    const at = found.at + by;
    if (at >= found.keys.length && found.next !== undefined && found.keys.length < mostFound)
      return void look(found.next, found.keys);
    if (found.keys.length > 0) show({ ...found, at: (at + found.keys.length) % found.keys.length });
  };
  const clear = () => {
    abort.current?.abort();
    setText('');
    setFound(undefined);
    setError(undefined);
    setLooking(false);
    onHit(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    clear();
    field.current?.blur();
  };
  const told = error ?? (looking ? 'Looking …' : found?.text === text ? countText(found) : '');
  return (
    <search className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-4 md:h-10 md:px-5">
      <Input
        ref={field}
        icon={<Search aria-hidden="true" />}
        aria-label="Search the log"
        placeholder="Search the log"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 md:max-w-80 max-md:[&_input]:h-9"
      />
      <span role="status" className="text-small empty:-ml-1 not-empty:px-1.5 whitespace-nowrap text-fg-3 tabular-nums">
        {told}
      </span>
      {text !== '' && (
        <>
          <IconButton label="Previous match" onClick={() => move(-1)}>
            <ChevronUp />
          </IconButton>
          <IconButton label="Next match" onClick={() => move(1)}>
            <ChevronDown />
          </IconButton>
          <IconButton label="Clear the search" onClick={clear}>
            <X />
          </IconButton>
        </>
      )}
    </search>
  );
}

function countText({ keys, next, at }: Found): string {
  if (keys.length === 0) return 'Not in the log';
  return `${at + 1} of ${keys.length.toLocaleString('en-US')}${next === undefined ? '' : '+'}`;
}
