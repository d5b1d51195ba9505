import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Why } from '@cw/kernel';
import type { SinkReason } from '../model/sink-reason.ts';
import { type Sink, SinkFailure } from '../ports/sink.ts';
import { timeLimit } from '../time-limit.ts';

/** Statuses after which another try may go better. */
const passing = new Set([408, 425, 429]);

/**
 * Posts to an address. Who gets it can tell by `X-Cw-Signature` that it is from this workspace: an HMAC (SHA-256, in hex)
 * of the body with the text of the file `inbox-webhook.key` as the key. A redirect is not followed.
 */
export function webhookSink(home: string, timeoutMs = 5_000): Sink {
  return {
    name: 'inbox.webhook',
    tell: async ([url = ''], body, signal) => {
      const signature = createHmac('sha256', webhookKeyText(home)).update(body).digest('hex');
      const response = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeLimit(timeoutMs)]),
        headers: { 'content-type': 'application/json', 'x-cw-signature': `sha256=${signature}` },
      }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        throw new SinkFailure(reasonOf(error, timeoutMs), false);
      });
      await response.body?.cancel();
      const { status } = response;
      if (status >= 200 && status < 300) return;
      if (status >= 300 && status < 400) throw new SinkFailure({ code: 'sink.redirected', status }, true);
      throw new SinkFailure({ code: 'sink.answered', status }, status < 500 && !passing.has(status));
    },
  };
}

function reasonOf(error: unknown, timeoutMs: number): Why<SinkReason> {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return { code: 'sink.silent', seconds: timeoutMs / 1000 };
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

/** The key, made when it is first needed; of two processes that make it at once, both go on with the same. */
function webhookKeyText(home: string): string {
  const path = join(home, 'inbox-webhook.key');
  const draft = `${path}.${process.pid}`;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
