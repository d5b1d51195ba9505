/**
 * A signal that aborts after so many milliseconds, and keeps no process alive. One of `AbortSignal.timeout` that only
 * `AbortSignal.any` listens to is collected as garbage, and then never aborts.
 */
export function timeLimit(ms: number): AbortSignal {
  const control = new AbortController();
  setTimeout(() => control.abort(new DOMException('It timed out.', 'TimeoutError')), ms).unref();
  return control.signal;
}
