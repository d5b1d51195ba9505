import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Refusal, Workspace } from '@cw/entry';
import type { McpTool } from '@cw/entry/mcp';
import { isFault } from '@cw/kernel';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

/** The run whose agent is at the other end. */
export type CallingRun = { readonly id: string; readonly taskId: string };

export type McpEndpoint = {
  readonly workspace: Workspace;
  readonly tools: readonly McpTool[];
  /** The run that the token belongs to while it lives; undefined once it has ended. Asked anew at every call. */
  readonly findRun: () => Promise<CallingRun | undefined>;
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Ends it from this side. */
  readonly signal: AbortSignal;
  /** Told of what the other end did wrong and of bugs; nothing of it may go to `output`. */
  readonly report: (error: Error, where: string) => void;
};

type ToolAnswer = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/** Room for one message; tools refuse far shorter text in words, beyond this the connection is closed. */
const messageLimit = 64 * 1024 * 1024;

/**
 * Serves a run's tools until the other end closes its side, then waits for the calls under way, so that none is cut off
 * in the middle of its work.
 */
export async function serveMcp(endpoint: McpEndpoint): Promise<void> {
  const { input, output, signal } = endpoint;
  const underWay = new Set<Promise<ToolAnswer>>();
  const transport = new StdioServerTransport(input, output, { maxBufferSize: messageLimit });
  const over = ended(input, output, signal);
  const handle = serveStdio(() => serverWith(endpoint, underWay), {
    transport,
    onerror: (error) => endpoint.report(error, 'mcp'),
  });
  // Whoever read the first of it has paused it.
  input.resume();
  await over;
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

function serverWith(endpoint: McpEndpoint, underWay: Set<Promise<ToolAnswer>>): McpServer {
  const server = new McpServer({ name: 'cw', version: endpoint.version }, { capabilities: { tools: {} } });
  for (const tool of endpoint.tools) {
    const { name, description, input, readOnly } = tool;
    const annotations = { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false };
    server.registerTool(name, { description, inputSchema: input, annotations }, (given) => {
      const answer = call(endpoint, tool, given);
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    });
  }
  return server;
}

async function call(endpoint: McpEndpoint, tool: McpTool, given: Record<string, unknown>): Promise<ToolAnswer> {
  try {
    const run = await endpoint.findRun();
    if (!run) return refused(runEnded);
    const act = { actor: { kind: 'run', id: run.id, name: run.id }, runId: run.id } as const;
    const context = { workspace: endpoint.workspace, act, runId: run.id, taskId: run.taskId };
    const result = await tool.run(given, context);
    if (!result.ok) return refused(result.error);
    return { content: [{ type: 'text', text: result.value.text }], structuredContent: result.value.structured };
  } catch (error) {
    if (isFault(error)) return refused({ code: error.code, message: error.message, hint: error.hint });
    endpoint.report(error instanceof Error ? error : new Error(String(error)), `tool ${tool.name}`);
    return refused({ code: 'cw.bug', message: 'Something went wrong inside cw. Go on without this tool.' });
  }
}

const runEnded: Refusal = {
  code: 'run.ended',
  message: 'This run has ended; its tools do nothing any more.',
  hint: 'Stop here.',
};

function refused({ code, message, hint }: Refusal): ToolAnswer {
  const text = hint === undefined ? message : `${message} ${hint}`;
  return { isError: true, content: [{ type: 'text', text: `${text} (${code})` }] };
}
