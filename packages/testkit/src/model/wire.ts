import { type Block, defaultTokens, type Message, type Tokens } from './answer.ts';

/** Ids that never repeat within one endpoint, since the program counts usage by message id. */
export type WireIds = (prefix: 'msg' | 'toolu') => string;

export function countingWireIds(): WireIds {
  let last = 0;
  return (prefix) => {
    last += 1;
    return `${prefix}_scripted${String(last).padStart(6, '0')}`;
  };
}

type Shown = { readonly model: string; readonly ids: WireIds };

/** The message as server-sent events, in the order the messages API documents. */
export function asEventStream(message: Message, shown: Shown): string {
  const tokens = { ...defaultTokens, ...message.tokens };
  const head = envelope(shown, [], null, { ...tokens, output: 1 });
  const events: object[] = [{ type: 'message_start', message: head }];
  for (const [index, block] of message.blocks.entries()) {
    events.push(
      { type: 'content_block_start', index, content_block: opened(block, shown.ids) },
      ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    );
  }
  events.push(
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(message), stop_sequence: null },
      usage: { output_tokens: tokens.output },
    },
    { type: 'message_stop' },
  );
  return events.map(asEvent).join('');
}

/** The message as one JSON document, for requests that do not stream. */
export function asDocument(message: Message, shown: Shown): string {
  const tokens = { ...defaultTokens, ...message.tokens };
  const content = message.blocks.map((block) => filled(block, shown.ids));
  return JSON.stringify(envelope(shown, content, stopReason(message), tokens));
}

function asEvent(event: object): string {
  const type = 'type' in event ? String(event.type) : 'message';
  return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function envelope(shown: Shown, content: readonly object[], reason: string | null, tokens: Tokens): object {
  return {
    id: shown.ids('msg'),
    type: 'message',
    role: 'assistant',
    model: shown.model,
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: {
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cache_read_input_tokens: tokens.cacheRead,
      cache_creation_input_tokens: tokens.cacheWrite,
    },
  };
}

function opened(block: Block, ids: WireIds): object {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool':
      return { type: 'tool_use', id: ids('toolu'), name: block.name, input: {} };
  }
}

function deltas(block: Block): object[] {
  switch (block.kind) {
    case 'text':
      return [{ type: 'text_delta', text: block.text }];
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking: block.text },
        { type: 'signature_delta', signature: 'scripted' },
      ];
    case 'tool':
      return [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
  }
}

function filled(block: Block, ids: WireIds): object {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'thinking':
      return { type: 'thinking', thinking: block.text, signature: 'scripted' };
    case 'tool':
      return { type: 'tool_use', id: ids('toolu'), name: block.name, input: block.input };
  }
}

function stopReason(message: Message): string {
  if (message.stopReason !== undefined) return message.stopReason;
  return message.blocks.some((block) => block.kind === 'tool') ? 'tool_use' : 'end_turn';
}
