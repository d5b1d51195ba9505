import { createCell } from './cell.ts';
import { request } from './requests.ts';
import { readStored, removeStored, writeStored } from './stored.ts';

const storageKey = 'cw.key';

/** The key of this origin, shown with every request: a cookie alone reaches every port of this machine. */
export function sessionKey(): string | undefined {
  return readStored(storageKey);
}

/** Forgets a key that the server no longer takes. */
export function forgetSession(): void {
  removeStored(storageKey);
}

function takeLink(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('link') ?? undefined;
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

async function redeem(link: string): Promise<string | undefined> {
  const answer = await request('page', '/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link }),
  });
  if (!answer.ok) return undefined;
  const body = await answer.json();
  return typeof body === 'object' && body !== null && 'key' in body && typeof body.key === 'string'
    ? body.key
    : undefined;
}

/** Takes a link that is pasted into the address of an open page, which by itself would load nothing. */
export function listenForLinks(): void {
  window.addEventListener('hashchange', () => {
    if (location.hash.includes('link=')) location.reload();
  });
}

/** True when this page was opened by a link that let nobody in: it was used before, or is too old. */
export const linkSpent = createCell(false);

/**
 * Trades the one-time link in the address, if there is one, for this origin's key. A link that was spent before does
 * no harm where the key is already held.
 * @returns false when there is no key: the page must be opened anew from the terminal.
 */
export async function openSession(): Promise<boolean> {
  const link = takeLink();
  // A link that nobody answered for may be spent: the page then begins as one whose link was.
  const key = link ? await redeem(link).catch(() => undefined) : undefined;
  if (key) writeStored(storageKey, key);
  linkSpent.set(link !== undefined && key === undefined);
  // The dev server's hot-reload socket is asked for once a load, and was refused before this page had signed in.
  if (key && import.meta.env.DEV) location.reload();
  return sessionKey() !== undefined;
}
