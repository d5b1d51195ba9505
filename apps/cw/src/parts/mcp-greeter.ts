import { once } from 'node:events';
import { type Readable, Writable } from 'node:stream';
import greeting from './mcp-greeting.json' with { type: 'json' };

/** One end of a connection: what it says comes from `input`, what it hears goes to `output`. */
export type Line = { readonly input: Readable; readonly output: Writable };

type Id = string | number;
type Message = {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly cursor?: string };
};

/** Whose tools are asked for: those of a run, or those of a person's own agent. */
export type ToolSetName = keyof typeof greeting.sets;

/** More than this is no greeting. */
const longest = 64 * 1024;

/**
 * Answers what every agent asks first, its `initialize` and the list of tools, as the SDK would: many agents never call a
 * tool, and loading the SDK takes several times as long as all the rest of `cw mcp`. What the SDK answers is kept in
 * `mcp-greeting.json`; a test holds it to that.
 * @param as whose tools are listed, and the version of the program
 * @returns the line for the SDK to go on with once something else is asked, on which the agent seems to begin anew; or
 *   undefined when the agent was gone before
 */
export async function greet(
  { input, output }: Line,
  as: { readonly set: ToolSetName; readonly version: string },
  signal: AbortSignal,
): Promise<Line | undefined> {
  const greeter = createGreeter(output, as);
  const done = new AbortController();
  const until = { signal: AbortSignal.any([done.signal, signal]) };
  const over = Promise.race(
    [once(input, 'end', until), once(input, 'close', until), once(output, 'close', until), failed(output, until)].map(
      (event) => event.catch(() => undefined),
    ),
  );
  let hear: (left: Buffer) => void = () => {};
  const more = new Promise<Buffer>((resolve) => {
    hear = resolve;
  });
  const take = (chunk: Buffer) => {
    const left = greeter.take(chunk);
    if (left === undefined) return;
    // What comes next is for the SDK, and waits until that is loaded.
    input.off('data', take);
    input.pause();
    hear(left);
  };
  input.on('data', take);
  const left = await Promise.race([more, over.then(() => undefined)]);
  done.abort();
  // An input that is listened to keeps the process alive, and the agent waiting for its end.
  input.off('data', take);
  input.pause();
  if (left === undefined) return undefined;
  input.unshift(left);
  return { input, output: greeter.unheard === undefined ? output : without(output, greeter.unheard) };
}

type Greeter = {
  /** Answers whole lines; undefined while they are greetings, else everything that the SDK has to hear. */
  readonly take: (chunk: Buffer) => Buffer | undefined;
  /** The request that the SDK will hear again. */
  readonly unheard: Id | undefined;
};

function createGreeter(
  output: Writable,
  { set, version }: { readonly set: ToolSetName; readonly version: string },
): Greeter {
  let begun: Id | undefined;
  let pending = Buffer.alloc(0);
  const kept: Buffer[] = [];
  const answer = (id: Id, result: object) => output.write(`${JSON.stringify({ result, jsonrpc: '2.0', id })}\n`);
  const greets = (line: Buffer): boolean => {
    const { id, method, params } = messageIn(line);
    if (method === 'initialize' && id !== undefined && begun === undefined && isSpoken(params?.protocolVersion)) {
      const { capabilities, serverInfo } = greeting.initialize;
      const protocolVersion = params?.protocolVersion;
      const { instructions } = greeting.sets[set];
      answer(id, { protocolVersion, capabilities, serverInfo: { ...serverInfo, version }, instructions });
      begun = id;
      kept.push(line);
      return true;
    }
    if (begun === undefined) return false;
    if (method === 'notifications/initialized') kept.push(line);
    else if (method === 'tools/list' && id !== undefined && params?.cursor === undefined)
      answer(id, { tools: greeting.sets[set].tools });
    else if (method === 'ping' && id !== undefined) answer(id, {});
    else return false;
    return true;
  };
  return {
    get unheard() {
      return begun;
    },
    take: (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (let end = pending.indexOf(10); end >= 0; end = pending.indexOf(10)) {
        if (!greets(pending.subarray(0, end + 1))) return Buffer.concat([...kept, pending]);
        pending = pending.subarray(end + 1);
      }
      return pending.length > longest ? Buffer.concat([...kept, pending]) : undefined;
    },
  };
}

function isSpoken(version: string | undefined): boolean {
  return version !== undefined && greeting.versions.includes(version);
}

/** Empty for what is no message: the SDK says what is wrong with it. */
function messageIn(line: Buffer): Message {
  try {
    const message: unknown = JSON.parse(line.toString());
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : {};
  } catch {
    return {};
  }
}

/** What is written goes on, but for the answer that was given already. */
function without(output: Writable, answered: Id): Writable {
  let passed = false;
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!passed && messageIn(chunk).id === answered) {
        passed = true;
        done();
        return;
      }
      output.write(chunk, done);
    },
  });
}

async function failed(output: Writable, until: { readonly signal: AbortSignal }): Promise<void> {
  await new Promise<void>((resolve) => {
    output.once('error', () => resolve());
    until.signal.addEventListener('abort', () => {
      resolve();
    });
  });
}
