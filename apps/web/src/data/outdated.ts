import { createCell } from './cell.ts';
import { request } from './requests.ts';

/** True once the server serves another build of the dashboard than this page was loaded from. */
export const outdated = createCell(false);

const entryScript = /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/;

/** The script that this page began with: its name carries a hash of the whole build. */
function ownEntry(): string | undefined {
  const script = document.querySelector('script[type="module"][src]');
  return script?.getAttribute('src') ?? undefined;
}

/** Asks which build the server has; called when a lost connection is back. A server that cannot be asked says nothing. */
export async function checkBuild(): Promise<void> {
  const own = ownEntry();
  if (import.meta.env.DEV || !own) return;
  const asked = request('page', '/', { headers: { accept: 'text/html' }, cache: 'no-store' });
  const answer = await asked.catch(() => undefined);
  if (!answer?.ok) return;
  const entry = entryScript.exec(answer.text)?.[1];
  if (entry && entry !== own) outdated.set(true);
}

/** A part of this page that cannot be fetched may be one that the server no longer has. */
export function listenForMissingParts(): void {
  window.addEventListener('vite:preloadError', () => void checkBuild());
}

let reloading = false;

/** True while the page is loaded anew by a person's wish: what was typed is kept, so that nothing is asked. */
export function isReloading(): boolean {
  return reloading;
}

export function reloadPage(): void {
  reloading = true;
  location.reload();
}
