import { sessionKey } from './session.ts';

/** Milliseconds until a connection must be there; a browser by itself waits for minutes. */
const openLimit = 6_000;

let heardAt = 0;

/** When anything last came over the page's websocket, an answer to a ping included; ms since 1970, 0 when nothing did. */
export function lastHeard(): number {
  return heardAt;
}

/** The page's websocket. It cannot carry headers, so the key goes as a subprotocol beside the real one. */
export class KeyedSocket extends WebSocket {
  #over = false;

  constructor(url: string | URL) {
    super(url, ['cw', `cw-key.${sessionKey() ?? ''}`]);
    this.addEventListener('close', (event) => {
      if (this.#over) event.stopImmediatePropagation();
      this.#over = true;
    });
    this.addEventListener('message', () => {
      heardAt = Date.now();
    });
    const timer = setTimeout(() => this.#giveUpOpening(), openLimit);
    for (const type of ['open', 'close'] as const) this.addEventListener(type, () => clearTimeout(timer));
  }

  /** Who opens it waits for `open` or `error`, and for nothing else. */
  #giveUpOpening(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.close();
    this.dispatchEvent(new Event('error'));
  }

  /** Over at once: the browser itself waits for an answer, which never comes where the other end is gone without a word. */
  override close(code?: number, reason?: string): void {
    super.close(code, reason);
    setTimeout(() => {
      if (!this.#over) this.dispatchEvent(new CloseEvent('close'));
    });
  }
}
