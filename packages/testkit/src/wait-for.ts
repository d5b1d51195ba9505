import { setTimeout as delay } from 'node:timers/promises';

export type WaitOptions = {
  /** Milliseconds. @defaultValue 60000 */
  readonly timeout?: number | undefined;
  /** Milliseconds between two looks. @defaultValue 15 */
  readonly interval?: number | undefined;
  /** Names the condition in the error. */
  readonly what?: string | undefined;
};

type Falsy = false | null | undefined | 0 | '';

/**
 * Looks at a condition until it holds, and answers its value. A condition that throws does not hold yet.
 * @throws Error naming what never came true, with the last error as its cause.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  options: WaitOptions = {},
): Promise<Exclude<T, Falsy>> {
  const { timeout = 60_000, interval = 15, what = 'the condition' } = options;
  const end = performance.now() + timeout;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (isTruthy(value)) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= end) throw neverCame(what, timeout, lastError);
    await delay(interval);
  }
}

function isTruthy<T>(value: T): value is Exclude<T, Falsy> {
  return Boolean(value);
}

function neverCame(what: string, timeout: number, cause: unknown): Error {
  const why = cause instanceof Error ? `; last error: ${cause.message}` : '';
  return new Error(`${what} did not come true within ${timeout} ms${why}`, { cause });
}
