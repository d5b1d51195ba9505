import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { waitFor } from '../wait-for.ts';
import { text } from './answer.ts';
import { send } from './answering.ts';
import { field } from './json.ts';
import { type ModelRequest, readModelRequest } from './request.ts';
import { conversationOf, type Script, type Step, scenario } from './script.ts';
import { countingWireIds } from './wire.ts';

export type Match = RegExp | string | ((request: ModelRequest) => boolean);

/** A messages endpoint on loopback whose answers the test writes. */
export type ScriptedModel = AsyncDisposable & {
  /** For `ANTHROPIC_BASE_URL`. */
  readonly url: string;
  /** Requests of conversations, oldest first; those of titles and summaries are in `sideRequests`. */
  readonly requests: readonly ModelRequest[];
  readonly sideRequests: readonly ModelRequest[];
  /**
   * Conversations whose prompt matches walk these steps, each from the start. The newest matching entry takes a new
   * conversation; one that has begun stays with its own, so a later `when` scripts the next attempt.
   */
  readonly when: (match: Match, steps: readonly Step[] | Script) => void;
  /** What answers a conversation that no `when` matches; at first a plain text that ends the turn. */
  readonly script: (fallback: readonly Step[] | Script) => void;
  /** The first request, past or coming, for which this holds. @throws Error when none came in time (ms). */
  readonly waitForRequest: (
    predicate: (request: ModelRequest) => boolean,
    options?: { readonly timeout?: number },
  ) => Promise<ModelRequest>;
  /** Drops every open connection, hanging ones included. */
  readonly close: () => Promise<void>;
};

export async function startScriptedModel(
  options: { readonly script?: readonly Step[] | Script; readonly port?: number } = {},
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const sideRequests: ModelRequest[] = [];
  const casting = createCasting(options.script ?? (() => text('Done.')));
  const ids = countingWireIds();

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message);
    const path = (message.url ?? '/').split('?')[0];
    if (path === '/v1/messages/count_tokens') return endWithJson(response, { input_tokens: 1000 });
    if (path !== '/v1/messages') return endWithJson(response, {});
    const request = readModelRequest(body, flatHeaders(message));
    const isSide = request.tools.length === 0;
    (isSide ? sideRequests : requests).push(request);
    const reply = isSide ? sideAnswer(body) : await casting.scriptOf(request)(request);
    await send(reply, { response, ids, model: request.model, streams: field(body, 'stream') === true });
  }

  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => endWithError(response, error));
  });
  const port = await listen(server, options.port ?? 0);
  const close = () => closeServer(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sideRequests,
    when: casting.when,
    script: casting.fallBackTo,
    waitForRequest: (predicate, { timeout } = {}) =>
      waitFor(() => requests.find(predicate), { what: 'a matching request to the scripted model', timeout }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createCasting(first: readonly Step[] | Script) {
  const roles: { readonly match: Match; readonly script: Script }[] = [];
  const cast = new Map<string, Script>();
  let fallback = asScript(first, 'the script');
  return {
    when(match: Match, steps: readonly Step[] | Script): void {
      roles.unshift({ match, script: asScript(steps, `the scenario for ${String(match)}`) });
    },
    fallBackTo(steps: readonly Step[] | Script): void {
      fallback = asScript(steps, 'the script');
    },
    scriptOf(request: ModelRequest): Script {
      const conversation = conversationOf(request);
      const known = cast.get(conversation);
      if (known) return known;
      const role = roles.find((entry) => matches(entry.match, request));
      if (!role) return fallback;
      cast.set(conversation, role.script);
      return role.script;
    },
  };
}

function asScript(steps: readonly Step[] | Script, name: string): Script {
  return typeof steps === 'function' ? steps : scenario(steps, name);
}

function matches(match: Match, request: ModelRequest): boolean {
  if (typeof match === 'function') return match(request);
  return typeof match === 'string' ? request.prompt.includes(match) : match.test(request.prompt);
}

/** Titles and summaries: plain text, or a document where the program asks for one. */
function sideAnswer(body: unknown) {
  const wantsJson = field(field(body, 'output_config'), 'format') !== undefined;
  return text(wantsJson ? '{"title":"Scripted title"}' : 'Scripted title');
}

async function readBody(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString('utf8');
  return body === '' ? undefined : JSON.parse(body);
}

function flatHeaders(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));
}

function endWithJson(response: ServerResponse, document: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}

/** A script that throws must reach the person who wrote it: the program shows the message as its API error. */
function endWithError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const message = `scripted model: ${error instanceof Error ? error.message : String(error)}`;
  response
    .writeHead(400, { 'content-type': 'application/json', 'x-should-retry': 'false' })
    .end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
