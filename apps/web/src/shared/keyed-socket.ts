import { sessionKey } from './session.ts';

/** The page's websocket. It cannot carry headers, so the key goes as a subprotocol beside the real one. */
export class KeyedSocket extends WebSocket {
  #over = false;

  constructor(url: string | URL) {
    super(url, ['cw', `cw-key.${sessionKey() ?? ''}`]);
    this.addEventListener('close', (event) => {
      if (this.#over) event.stopImmediatePropagation();
      this.#over = true;
    });
  }

  /** Over at once: the browser itself waits for an answer, which never comes where the other end is gone without a word. */
  override close(code?: number, reason?: string): void {
    super.close(code, reason);
    setTimeout(() => {
      if (!this.#over) this.dispatchEvent(new CloseEvent('close'));
    });
  }
}
