type Hold = { readonly onEscape: (() => void) | undefined };

const holds = new Set<Hold>();
let kept: string[] = [];

/** After which what was waited for has the focus, if it takes it at all. */
const framesToFocus = 2;

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(element: Element | null): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function keep(event: KeyboardEvent): void {
  if (event.isComposing || (event.target instanceof Element && isTextField(event.target))) return;
  event.stopImmediatePropagation();
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isLetter || ['Backspace', 'Enter', 'Escape'].includes(event.key)) event.preventDefault();
  if (isLetter) kept.push(event.key);
  else if (event.key === 'Backspace') kept.pop();
  else if (event.key === 'Escape') giveUp();
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

/** Types what was kept where the focus is now: into a field, else as keys of the page. Stops where something else is waited for. */
async function typeKept(): Promise<void> {
  while (kept.length > 0 && holds.size === 0) {
    const { activeElement } = document;
    if (isTextField(activeElement)) {
      write(activeElement, kept.splice(0).join(''));
    } else {
      const key = kept.shift() ?? '';
      (activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
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
