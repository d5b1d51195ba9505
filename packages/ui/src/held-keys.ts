type Hold = { readonly onEscape: (() => void) | undefined };

const holds = new Set<Hold>();
/** A key that was pressed meanwhile; typed, where it comes with neither Ctrl nor ⌘. */
type KeptKey = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean };

let kept: KeptKey[] = [];

/** What the page itself does with Ctrl or ⌘; all else with them is the browser's. */
const shortcuts: ReadonlySet<string> = new Set(['k', 'z', 'Enter']);

/** After which what was waited for has the focus, if it takes it at all. */
const framesToFocus = 2;

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A window that makes room for the next keeps the focus for a moment although it is no longer shown: nobody types into it. */
function isTextField(element: Element | null): element is TextField {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && element.checkVisibility();
}

const isTyped = ({ ctrlKey, metaKey }: KeptKey) => !ctrlKey && !metaKey;

function keep(event: KeyboardEvent): void {
  if (event.isComposing || (event.target instanceof Element && isTextField(event.target))) return;
  event.stopImmediatePropagation();
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isLetter = key.length === 1 && isTyped(event) && !altKey;
  const isShortcut = !isTyped(event) && !altKey && !shiftKey && shortcuts.has(key);
  if (isLetter || isShortcut || ['Backspace', 'Enter', 'Escape'].includes(key)) event.preventDefault();
  if (isLetter || isShortcut) kept.push({ key, ctrlKey, metaKey });
  else if (key === 'Backspace') kept.pop();
  else if (key === 'Escape') giveUp();
}

function giveUp(): void {
  const ended = [...holds];
  kept = [];
  holds.clear();
  window.removeEventListener('keydown', keep, true);
  for (const { onEscape } of ended) onEscape?.();
}

/** Writes into a field as typing would. */
function write(field: TextField, text: string): void {
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What was typed up to the next shortcut. */
function takeTyped(): string {
  const end = kept.findIndex((each) => !isTyped(each));
  const typed = kept.splice(0, end < 0 ? kept.length : end);
  return typed.map(({ key }) => key).join('');
}

/** Types what was kept where the focus is now: into a field, else as keys of the page. Stops where something else is waited for. */
async function typeKept(): Promise<void> {
  while (holds.size === 0) {
    const [next] = kept;
    if (next === undefined) return;
    const { activeElement } = document;
    if (isTextField(activeElement) && isTyped(next)) {
      write(activeElement, takeTyped());
    } else {
      kept.shift();
      (activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { ...next, bubbles: true, cancelable: true }),
      );
    }
    // What a key has opened is drawn, and has the focus, before the next one.
    await Promise.resolve();
  }
}

function release(hold: Hold, frames: number): void {
  if (!holds.has(hold)) return;
  if (frames > 0 && !isTextField(document.activeElement)) {
    requestAnimationFrame(() => release(hold, frames - 1));
    return;
  }
  holds.delete(hold);
  if (holds.size > 0) return;
  window.removeEventListener('keydown', keep, true);
  void typeKept();
}

/**
 * Takes the keyboard while something that a key asked for is still coming: no shortcut acts on what is still there. What is
 * typed meanwhile is kept, and typed where the focus is once the answered function has been called.
 * @param onEscape what Escape gives up meanwhile
 */
export function holdKeys(onEscape?: () => void): () => void {
  const hold: Hold = { onEscape };
  if (holds.size === 0) window.addEventListener('keydown', keep, true);
  holds.add(hold);
  return () => release(hold, framesToFocus);
}
