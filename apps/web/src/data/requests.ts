/** Milliseconds until the whole of an answer must be there. */
const limits = {
  /** What screens are made of. */
  read: 15_000,
  /** What is long or slow by its nature, and goes by itself. */
  longRead: 20_000,
  /** What changes something. */
  change: 120_000,
  /** A change for which the server fetches a repository, which may take it half an hour, or goes through all its files. */
  longChange: 32 * 60_000,
  /** What the page needs to begin: its session, and which build the server has. */
  page: 10_000,
} as const;

export type RequestKind = keyof typeof limits;

/** An answer that is there as a whole. */
export type Answer = {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
  /** @throws SyntaxError when it is not JSON */
  readonly json: () => Promise<unknown>;
};

const underWay = new Map<AbortController, RequestKind>();

/** After a lost connection a change may still be answered for this long; ms. What was read is asked for again at once. */
const changeGrace = 5_000;

/**
 * The one way in which this page asks the server for anything: no request is waited for longer than its kind allows, and
 * all of them can be given up together.
 * @throws DOMException `TimeoutError` when the limit is reached, `AbortError` when it was given up; TypeError when the
 * server cannot be reached
 */
export async function request(kind: RequestKind, input: RequestInfo | URL, init: RequestInit = {}): Promise<Answer> {
  const flight = new AbortController();
  const timer = setTimeout(
    () => flight.abort(new DOMException('The request timed out.', 'TimeoutError')),
    limits[kind],
  );
  const signal = AbortSignal.any([flight.signal, ...(init.signal ? [init.signal] : [])]);
  underWay.set(flight, kind);
  try {
    const response = await fetch(input, { ...init, signal });
    const text = await response.text();
    return { status: response.status, ok: response.ok, text, json: async () => JSON.parse(text) };
  } finally {
    clearTimeout(timer);
    underWay.delete(flight);
  }
}

function giveUp(flights: readonly AbortController[]): void {
  for (const flight of flights) flight.abort(new DOMException('The connection was lost.', 'AbortError'));
}

/**
 * Gives up what is under way, because the connection it goes over may be dead without a word: reads at once, changes a
 * little later, since a server that stops still answers them.
 * @returns whether a read was given up, so that something shown may be old
 */
export function giveUpRequests(): boolean {
  const of = (...kinds: readonly RequestKind[]) =>
    [...underWay].filter(([, kind]) => kinds.includes(kind)).map(([flight]) => flight);
  const [reads, changes] = [of('read', 'longRead'), of('change', 'longChange')];
  giveUp(reads);
  if (changes.length > 0) setTimeout(() => giveUp(changes), changeGrace);
  return reads.length > 0;
}

/** True when a request was sent and nothing came back: whether it was done is not known. */
export function isSilence(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
