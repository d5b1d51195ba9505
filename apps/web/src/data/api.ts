import { QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  httpLink,
  splitLink,
  TRPCClientError,
  wsLink,
} from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from './api-types.ts';
import { createCell } from './cell.ts';
import { KeyedSocket } from './keyed-socket.ts';
import { missed, outage } from './missed.ts';

import { type Answer, isSilence, type RequestKind, request } from './requests.ts';
import { forgetSession, sessionKey } from './session.ts';

const endpoint = '/api/trpc';

/** True once the server has refused this browser: only a new one-time link helps. */
export const signedOut = createCell(false);

const socket = createWSClient({
  WebSocket: KeyedSocket,
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${endpoint}`,
  lazy: { enabled: true, closeMs: 0 },
  // With these a connection that died without a word is noticed within 11 seconds.
  keepAlive: { enabled: true, intervalMs: 8000, pongTimeoutMs: 3000 },
  retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, 4000),
});

type Fetch = NonNullable<Parameters<typeof httpLink>[0]['fetch']>;

/** Procedures that gave no answer in time: until they do they go by themselves, so that they hold up no others. */
const silent = new Set<string>();

function proceduresOf(url: string): readonly string[] {
  return new URL(url, location.href).pathname.slice(endpoint.length + 1).split(',');
}

/** Takes note of a request that was not answered. What was given up is asked for again by whoever gave it up. */
function noteFailure(kind: RequestKind, url: string, error: unknown): void {
  const reason = error instanceof DOMException ? error.name : undefined;
  if (reason === 'TimeoutError') for (const name of proceduresOf(url)) silent.add(name);
  if ((kind === 'read' || kind === 'longRead') && reason !== 'AbortError') missed.set(true);
}

/** Takes note of an answer; a refused one ends this browser's sign-in. */
function noteAnswer(url: string, { status }: Answer): void {
  for (const name of proceduresOf(url)) silent.delete(name);
  if (status !== 401) return;
  forgetSession();
  signedOut.set(true);
}

/** Changes for which the server may need long. */
const longChanges = ['projects.add', 'dispatch.cleanUp'];

function kindOf(method: string | undefined, url: string, readKind: RequestKind): RequestKind {
  if (method !== 'POST') return readKind;
  return proceduresOf(url).some((name) => longChanges.includes(name)) ? 'longChange' : 'change';
}

const fetchAs =
  (readKind: RequestKind): Fetch =>
  async (input, { signal, ...init } = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const kind = kindOf(init.method, url, readKind);
    try {
      const answer = await request(kind, url, { ...init, signal: signal ?? null });
      noteAnswer(url, answer);
      return answer;
    } catch (error) {
      if (!signal?.aborted) noteFailure(kind, url, error);
      throw error;
    }
  };

const http = { url: endpoint, headers: () => ({ 'x-cw-key': sessionKey() ?? '' }) };

/** For a query whose answer is long or slow: it goes by itself, so that nothing waits for it, nor it for others. */
export const alone = { context: { alone: true } } as const;

export const api = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: (operation) => operation.type === 'subscription',
      true: wsLink({ client: socket }),
      false: splitLink({
        condition: (operation) => operation.context.alone === true || silent.has(operation.path),
        true: httpLink({ ...http, fetch: fetchAs('longRead') }),
        false: httpBatchLink({ ...http, fetch: fetchAs('read'), maxItems: 40, maxURLLength: 14_000 }),
      }),
    }),
  ],
});

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) => count < 2 && !refusalOf(error).byRule,
      // The server is most often on this machine: whether that has a network says nothing.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Query and mutation options for every procedure, by the server's own types. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error') return;
  if (noteOutage(event.action.error)) missed.set(true);
});

/**
 * Takes note of a read that failed because nothing can be read at present: the server cannot be asked, or cannot read its
 * database. What a rule refuses is no such failure.
 * @returns whether it was one
 */
export function noteOutage(error: unknown): boolean {
  const { byRule, code } = refusalOf(error);
  const isOfStorage = code?.startsWith('storage.') === true;
  if (byRule && !isOfStorage) return false;
  outage.set(isOfStorage ? refusalText(error) : undefined);
  return true;
}

export type Refusal = {
  readonly message: string;
  readonly hint: string | undefined;
  /** Names the rule: `task.stale`; undefined when no rule of ours said no. */
  readonly code: string | undefined;
  /** What the refusal rests on. */
  readonly facts: unknown;
  /** True when the server answered and said no; false when it could not be asked. */
  readonly byRule: boolean;
};

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** What to tell a person about a request that failed. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof TRPCClientError) || !error.data) {
    const silence = error instanceof Error && isSilence(error.cause);
    return {
      message: silence ? 'The server did not answer.' : 'The server cannot be reached.',
      hint: silence
        ? 'If this was a change, it may have been made: check before you try again.'
        : 'Is the server running?',
      code: undefined,
      facts: undefined,
      byRule: false,
    };
  }
  const told = field(error.data, 'cw');
  const [hint, code] = [field(told, 'hint'), field(told, 'code')].map((value) =>
    typeof value === 'string' ? value : undefined,
  );
  return {
    message: error.message,
    hint,
    code,
    facts: field(told, 'facts'),
    byRule: true,
  };
}

/** The refusal as one line, or undefined when there is none. */
export function refusalText(error: unknown): string | undefined {
  if (!error) return undefined;
  const { message, hint } = refusalOf(error);
  return hint ? `${message} ${hint}` : message;
}
