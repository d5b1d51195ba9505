import type { ServerResponse } from 'node:http';
import type { Answer, Message, Refusal } from './answer.ts';
import { asDocument, asEventStream, type WireIds } from './wire.ts';

export type Exchange = {
  readonly response: ServerResponse;
  readonly ids: WireIds;
  readonly model: string;
  readonly streams: boolean;
};

/** Puts an answer on the wire. A hanging one ends quietly when the client gives up first. */
export async function send(answer: Answer, exchange: Exchange): Promise<void> {
  const { response } = exchange;
  if (!('kind' in answer)) return sendMessage({ kind: 'message', blocks: answer, tokens: {} }, exchange);
  switch (answer.kind) {
    case 'message':
      return sendMessage(answer, exchange);
    case 'text':
    case 'thinking':
    case 'tool':
      return sendMessage({ kind: 'message', blocks: [answer], tokens: {} }, exchange);
    case 'status':
      return sendRefusal(answer, response);
    case 'raw':
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer.body);
      return;
    case 'drop':
      response.destroy();
      return;
    case 'hang': {
      const next = await Promise.race([answer.released, clientGone(response)]);
      return next === 'gone' ? undefined : send(next, exchange);
    }
  }
}

function sendMessage(message: Message, exchange: Exchange): void {
  const { response, streams } = exchange;
  response
    .writeHead(200, {
      'content-type': streams ? 'text/event-stream' : 'application/json',
      'request-id': exchange.ids('msg'),
    })
    .end(streams ? asEventStream(message, exchange) : asDocument(message, exchange));
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function sendRefusal(refusal: Refusal, response: ServerResponse): void {
  const type = errorTypes[refusal.code] ?? 'api_error';
  response
    .writeHead(refusal.code, { 'content-type': 'application/json', ...refusal.headers })
    .end(JSON.stringify({ type: 'error', error: { type, message: refusal.message } }));
}

function clientGone(response: ServerResponse): Promise<'gone'> {
  return new Promise((resolve) => {
    response.once('close', () => resolve('gone'));
  });
}
