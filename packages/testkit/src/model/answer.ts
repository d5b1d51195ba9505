/** Tokens an answer reports; what is left out is filled from `defaultTokens`. */
export type Tokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
};

export const defaultTokens: Tokens = { input: 1000, output: 50, cacheRead: 0, cacheWrite: 0 };

/** One content block of the model's message. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

export type Message = {
  readonly kind: 'message';
  readonly blocks: readonly Block[];
  readonly tokens: Partial<Tokens>;
  /** Why the model says no more. @defaultValue `tool_use` after a call of a tool, else `end_turn` */
  readonly stopReason?: StopReason;
};

export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';

export type Refusal = {
  readonly kind: 'status';
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
};

/** An answer that comes only once the test lets it go. */
export type Hang = {
  readonly kind: 'hang';
  readonly released: Promise<Answer>;
  /** Lets the request go on, with an empty text when no answer is named. */
  readonly release: (answer?: Answer) => void;
};

/** What the model says to one request. A list of blocks is one message. */
export type Answer =
  | Block
  | readonly Block[]
  | Message
  | Refusal
  | Hang
  | { readonly kind: 'raw'; readonly body: string }
  | { readonly kind: 'drop' };

export function text(value: string): Block {
  return { kind: 'text', text: value };
}

export function thinking(value: string): Block {
  return { kind: 'thinking', text: value };
}

/** A call of one of the program's tools, which then really runs. */
export function tool(name: string, input: Readonly<Record<string, unknown>>): Block {
  return { kind: 'tool', name, input };
}

/** The run's structured result: a call of the tool that `--json-schema` adds. */
export function result(value: Readonly<Record<string, unknown>>): Block {
  return tool('StructuredOutput', value);
}

/** The same answer, reporting these tokens. */
export function withTokens(answer: Block | readonly Block[], tokens: Partial<Tokens>): Message {
  return { kind: 'message', blocks: 'kind' in answer ? [answer] : answer, tokens };
}

/** An answer that ends for another reason than that it is complete: the model refuses, or was cut off. */
export function cutOff(stopReason: StopReason, ...blocks: readonly Block[]): Message {
  return { kind: 'message', blocks, tokens: {}, stopReason };
}

/** An HTTP error. `x-should-retry: false` among the headers keeps the program from trying again. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}, message?: string): Refusal {
  return { kind: 'status', code, headers, message: message ?? `scripted status ${code}` };
}

/**
 * The 429 that a subscriber gets at a usage limit.
 * @param resetsAt epoch seconds
 */
export function usageLimit(resetsAt: number, window = 'five_hour'): Refusal {
  return status(
    429,
    {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(resetsAt),
      'anthropic-ratelimit-unified-representative-claim': window,
      'x-should-retry': 'false',
    },
    'usage limit reached',
  );
}

export function hang(): Hang {
  let release: (answer: Answer) => void = () => {};
  const released = new Promise<Answer>((resolve) => {
    release = resolve;
  });
  return { kind: 'hang', released, release: (answer = text('')) => release(answer) };
}

/** These bytes as the body of an event stream, for what the real endpoint would never send. */
export function raw(body: string): Answer {
  return { kind: 'raw', body };
}

/** The connection breaks without an answer. */
export function drop(): Answer {
  return { kind: 'drop' };
}
