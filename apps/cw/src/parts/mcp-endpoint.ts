import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { adviceForTools, type Refusal } from '@cw/entry';
import { listedTool, type McpContext, type McpToolSet, readToolInput, short } from '@cw/entry/mcp';
import { type Fault, isFault, type Result } from '@cw/kernel';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { longestMessage, wholeLines } from './mcp-lines.ts';

export type McpEndpoint<Context extends McpContext> = McpToolSet<Context> & {
  /** Who calls, asked anew at every call; refused once it may call no more. */
  readonly caller: () => Promise<Result<Context, Refusal>>;
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Ends it from this side. */
  readonly signal: AbortSignal;
  /** Told of what the other end did wrong and of bugs; nothing of it may go to `output`. */
  readonly report: (error: Error, where: string) => void;
  /** What the world did, asked where a tool broke: the disk is full, the database is damaged. @defaultValue nothing */
  readonly faultBehind?: (error: unknown) => Fault | undefined;
};

type ToolAnswer = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/**
 * Serves tools until the other end closes its side, then waits for the calls under way, so that none is cut off in the
 * middle of its work.
 */
export async function serveMcp<Context extends McpContext>(endpoint: McpEndpoint<Context>): Promise<void> {
  const { input, output, signal } = endpoint;
  const underWay = new Set<Promise<ToolAnswer>>();
  const lines = input.pipe(wholeLines(output));
  const transport = new StdioServerTransport(lines, output, { maxBufferSize: 2 * longestMessage });
  const over = ended(lines, output, signal);
  const gone = new AbortController();
  const handle = serveStdio(() => serverWith(endpoint, underWay, gone.signal), {
    transport,
    onerror: (error) => endpoint.report(error, 'mcp'),
  });
  await over;
  gone.abort();
  await Promise.allSettled(underWay);
  await handle.close();
}

async function ended(input: Readable, output: Writable, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const until = { signal: AbortSignal.any([done.signal, signal]) };
  const events = [once(input, 'end', until), once(input, 'close', until), once(output, 'close', until), failed(output)];
  await Promise.race(events.map((event) => event.catch(() => undefined)));
  done.abort();
}

function failed(output: Writable): Promise<unknown> {
  return new Promise((resolve) => output.once('error', resolve));
}

function serverWith<Context extends McpContext>(
  endpoint: McpEndpoint<Context>,
  underWay: Set<Promise<ToolAnswer>>,
  gone: AbortSignal,
): Server {
  const { version, instructions, tools } = endpoint;
  const server = new Server({ name: 'cw', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(listedTool) }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const nobodyHears = AbortSignal.any([gone, mcpReq.signal]);
    const answer = call(endpoint, { name: params.name, given: params.arguments ?? {} }, nobodyHears);
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  });
  return server;
}

async function call<Context extends McpContext>(
  endpoint: McpEndpoint<Context>,
  { name, given }: { readonly name: string; readonly given: Record<string, unknown> },
  gone: AbortSignal,
): Promise<ToolAnswer> {
  const refused = (refusal: Pick<Refusal, 'code' | 'message' | 'hint' | 'next'>) =>
    refusalAnswer(
      refusal,
      endpoint.tools.map((tool) => tool.name),
    );
  try {
    const tool = endpoint.tools.find((known) => known.name === name);
    if (!tool) return refused(unknownTool(name, endpoint.tools));
    const input = readToolInput(tool, given);
    if (!input.ok) return refused(input.error);
    const caller = await endpoint.caller();
    if (!caller.ok) return refused(caller.error);
    const result = await tool.run(input.value, caller.value, gone);
    if (!result.ok) return refused(result.error);
    const { text, structured } = result.value;
    return { content: [{ type: 'text', text }], ...(structured !== null && { structuredContent: structured }) };
  } catch (thrown) {
    const error = isFault(thrown) ? thrown : (endpoint.faultBehind?.(thrown) ?? thrown);
    if (isFault(error)) return refused(error);
    endpoint.report(error instanceof Error ? error : new Error(String(error)), `tool ${name}`);
    return refused({ code: 'cw.bug', message: 'Something went wrong inside cw. Continue without this tool.' });
  }
}

function unknownTool(name: string, tools: readonly { readonly name: string }[]): Refusal {
  return {
    code: 'mcp.unknown-tool',
    message: `Unknown tool ${short(name)}.`,
    hint: `Known: ${tools.map((tool) => tool.name).join(', ')}.`,
  };
}

function refusalAnswer(
  refusal: Pick<Refusal, 'code' | 'message' | 'hint' | 'next'>,
  tools: readonly string[],
): ToolAnswer {
  const { code, message } = refusal;
  const hint = adviceForTools(refusal, tools);
  const text = hint === undefined ? message : `${message} ${hint}`;
  return { isError: true, content: [{ type: 'text', text: `${text} (${code})` }] };
}
