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
import { ownHint } from './own-hints.ts';
import { forgetSession, sessionKey } from './session.ts';

const endpoint = '/api/trpc';

/** True once the server has refused this browser: only a new one-time link helps. */
export const signedOut = createCell(false);

/** Passes an answer on; a refused one ends this browser's sign-in. */
function watched(response: Response): Response {
  if (response.status === 401) {
    forgetSession();
    signedOut.set(true);
  }
  return response;
}

const socket = createWSClient({
  WebSocket: KeyedSocket,
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${endpoint}`,
  lazy: { enabled: true, closeMs: 0 },
  keepAlive: { enabled: true, intervalMs: 8000, pongTimeoutMs: 3000 },
  retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, 4000),
});

type Fetch = NonNullable<Parameters<typeof httpLink>[0]['fetch']>;

const fetchWatched: Fetch = async (input, { signal, ...init } = {}) =>
  watched(await fetch(input, { ...init, signal: signal ?? null }));

const http = {
  url: endpoint,
  fetch: fetchWatched,
  headers: () => ({ 'x-cw-key': sessionKey() ?? '' }),
};

/** For a query whose answer is long or slow: it goes by itself, so that nothing waits for it, nor it for others. */
export const alone = { context: { alone: true } } as const;

export const api = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: (operation) => operation.type === 'subscription',
      true: wsLink({ client: socket }),
      false: splitLink({
        condition: (operation) => operation.context.alone === true,
        true: httpLink(http),
        false: httpBatchLink({ ...http, maxItems: 40, maxURLLength: 14_000 }),
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
    return {
      message: 'The server cannot be reached.',
      hint: 'Is `cw --server` running?',
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
    hint: ownHint(code, hint),
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
