import { useEffect, useLayoutEffect, useRef } from 'react';
import { createCell } from '../data/cell.ts';

/** One thing a key does. `keys` is a key, `mod+k`, `shift+x`, or two keys after each other: `g t`. */
export type KeyBinding = {
  readonly keys: string;
  readonly label: string;
  readonly group: 'Anywhere' | 'Go to' | 'In a list' | 'Task' | 'Run';
  readonly run: () => void;
  /** Left out of the command palette: moving about in a list. */
  readonly quiet?: boolean | undefined;
};

/** What the page listens for at this moment, newest last. */
export const bindings = createCell<readonly KeyBinding[]>([]);

const isApple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

const caps: Readonly<Record<string, string>> = {
  enter: '↵',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  delete: 'Del',
};

/** The caps to draw for a binding: `mod+k` is `⌘K` or `Ctrl K`. */
export function capsOf(keys: string): string {
  return keys
    .split(' ')
    .map((key) => {
      const bare = key.replace(/^(mod|shift)\+/, '');
      const cap = `${key.startsWith('shift+') ? '⇧ ' : ''}${caps[bare] ?? bare.toUpperCase()}`;
      return key.startsWith('mod+') ? `${isApple ? '⌘' : 'Ctrl'} ${cap}` : cap;
    })
    .join(' ');
}

/** What a text field does itself. */
const ownedByFields: ReadonlySet<string> = new Set(['mod+a', 'mod+z']);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null;
}

function somethingIsOpen(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"], [role="menu"][data-state="open"]') !== null;
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

/** With Shift a letter or a named key is one of its own; a sign that Shift makes is that sign. */
function shiftedName(event: KeyboardEvent, key: string): string | undefined {
  return event.shiftKey && /^([a-z]|[a-z]{2,})$/.test(key) ? `shift+${key}` : undefined;
}

/** Enter and Space belong to a focused control. */
function belongsToControl(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  return event.target instanceof HTMLElement && event.target.closest('button, a, summary') !== null;
}

let first: { key: string; at: number } | undefined;
const sequenceMs = 1200;

function find(keys: string): KeyBinding | undefined {
  return bindings.get().findLast((binding) => binding.keys === keys);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const key = nameOf(event);
  const withModifier = key.startsWith('mod+');
  if (withModifier && event.shiftKey) return;
  if (isTyping(event.target) && (!withModifier || ownedByFields.has(key))) return;
  if (somethingIsOpen() || belongsToControl(event)) return;
  const started = first && event.timeStamp - first.at < sequenceMs ? first.key : undefined;
  first = undefined;
  const shifted = shiftedName(event, key);
  const binding = (started && find(`${started} ${key}`)) || (shifted && find(shifted)) || find(key);
  if (binding) {
    event.preventDefault();
    binding.run();
  } else if (bindings.get().some((other) => other.keys.startsWith(`${key} `))) {
    first = { key, at: event.timeStamp };
  }
}

/** Does what a key does, for a button that stands for it. */
export function pressKey(keys: string): void {
  find(keys)?.run();
}

/** Starts listening; returns what stops it. */
export function listenForKeys(): () => void {
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** Binds keys while the component is shown. The list's length and keys must not change from render to render. */
export function useKeys(wanted: readonly KeyBinding[], enabled = true): void {
  const latest = useRef(wanted);
  // Not while rendering: what is drawn may be given up, and keys act on what a person sees.
  useLayoutEffect(() => {
    latest.current = wanted;
  });
  const signature = wanted.map((binding) => `${binding.keys}\n${binding.label}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the list; what runs is read when it runs
  useEffect(() => {
    if (!enabled) return;
    const mine = latest.current.map(
      (binding, index): KeyBinding => ({
        ...binding,
        run: () => latest.current[index]?.run(),
      }),
    );
    bindings.set([...bindings.get(), ...mine]);
    return () => bindings.set(bindings.get().filter((binding) => !mine.includes(binding)));
  }, [signature, enabled]);
}
