import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

type Id = string | number;
type Message = {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: { readonly name?: string };
  readonly result?: unknown;
  readonly error?: unknown;
};

/** How long whoever serves the tools is waited for, in milliseconds; it is started again within a second or two. */
const patienceMs = 30_000;
const betweenTriesMs = 25;

const cutOff =
  'cw was interrupted during this call, and may or may not have done it. Check, and call it again if it was not done. (mcp.interrupted)';
const nobodyThere =
  'The cw tools are unavailable now. Continue without them, and say so in your result. (mcp.unreachable)';

/**
 * Carries what an agent in a sandbox and the tools of its run say to each other, through a socket: the workspace and the
 * run's token stay outside. When the other side is started anew, the agent does not notice: it is greeted again, what the
 * program asked for a permission is asked again, and any other call that was under way is answered with an error.
 * @returns the exit code, once the agent has closed its side
 */
export async function runRelay(path: string): Promise<number> {
  const relay = createRelay(path, (line) => process.stdout.write(line));
  for await (const line of wholeLines(process.stdin)) relay.say(line);
  await relay.end();
  return 0;
}

/** @param hear told of each line for the agent */
export function createRelay(path: string, hear: (line: string) => void) {
  const greeting: string[] = [];
  const pending = new Map<Id, { readonly line: string; readonly message: Message }>();
  let socket: Socket | undefined;
  let connecting: Promise<void> | undefined;
  let greeted: Id | undefined;
  let ended: (() => void) | undefined;

  const take = (line: string) => {
    const { id, method } = messageIn(line);
    if (id !== undefined && method === undefined) {
      // The answer to a greeting that was said again.
      if (id === greeted && !pending.has(id)) return;
      pending.delete(id);
    }
    hear(line);
  };
  const answer = (id: Id, text: string) =>
    hear(`${JSON.stringify({ jsonrpc: '2.0', id, result: { isError: true, content: [{ type: 'text', text }] } })}\n`);
  const dropCalls = (text: string, which: (message: Message) => boolean) => {
    for (const [id, { message }] of pending) {
      if (message.method !== 'tools/call' || !which(message)) continue;
      pending.delete(id);
      answer(id, text);
    }
  };
  const lost = () => {
    socket = undefined;
    if (ended !== undefined) return ended();
    dropCalls(cutOff, ({ params }) => params?.name !== 'approve');
    if (pending.size > 0) reach();
  };
  const reach = () => {
    connecting ??= open(path).then((opened) => {
      connecting = undefined;
      if (opened === undefined) return dropCalls(nobodyThere, () => true);
      socket = opened;
      opened.once('close', lost);
      const isNew = (line: string) => !greeting.includes(line);
      for (const line of [...greeting, ...[...pending.values()].map((each) => each.line).filter(isNew)])
        opened.write(line);
      void (async () => {
        for await (const line of wholeLines(opened)) take(line);
      })().catch(() => opened.destroy());
    });
  };
  return {
    say: (line: string) => {
      const message = messageIn(line);
      const { id, method } = message;
      const isGreeting = method === 'initialize' || method === 'notifications/initialized';
      if (method === 'initialize') greeted = id;
      if (isGreeting) greeting.push(line);
      if (id !== undefined && method !== undefined) pending.set(id, { line, message });
      if (socket !== undefined) socket.write(line);
      else reach();
    },
    /** Waits until what was said is answered, or nobody answers any more. */
    end: async () => {
      await connecting;
      const open = socket;
      if (open === undefined) return;
      await new Promise<void>((resolve) => {
        ended = resolve;
        open.end();
      });
    },
  };
}

/** A connection, tried for until somebody listens; undefined when nobody does for long. */
async function open(path: string): Promise<Socket | undefined> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(betweenTriesMs)) {
    const socket = await tryOnce(path);
    if (socket !== undefined) return socket;
  }
  return undefined;
}

function tryOnce(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.on('error', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('connect', () => resolve(socket));
  });
}

/** Lines with their line breaks; what follows the last one is no message. */
async function* wholeLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of input) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...parts, rest.subarray(0, end + 1)]).toString();
      parts = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) parts.push(rest);
  }
}

/** Empty for what is no message. */
function messageIn(line: string): Message {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : {};
  } catch {
    return {};
  }
}
