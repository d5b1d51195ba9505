import { field, isRecord, listOf, textOf } from './json.ts';

export type ToolResult = { readonly toolUseId: string; readonly text: string; readonly isError: boolean };

/** One entry of the conversation, its blocks reduced to what a script asks about. */
export type Entry = {
  readonly role: string;
  readonly text: string;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly toolResults: readonly ToolResult[];
};

/** What the program asked the model. */
export type ModelRequest = {
  readonly model: string;
  readonly system: string;
  /** The user's own words that began the conversation, without what the program put around them. */
  readonly prompt: string;
  readonly messages: readonly Entry[];
  /** Names of the tools on offer; a side request (a title, a summary) has none. */
  readonly tools: readonly string[];
  /** Results that came in since the model last spoke. */
  readonly lastToolResults: readonly ToolResult[];
  /** What people or the program said since the model last spoke; a message sent to a running agent is in here. */
  readonly lastText: string;
  /** How often the model has spoken in this conversation; 0 at its first request. */
  readonly turn: number;
  readonly sessionId: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Everything the program sent, as parsed. */
  readonly body: unknown;
};

/** Reads the body of `POST /v1/messages`. Unknown shapes read as empty, never as an error. */
export function readModelRequest(body: unknown, headers: Readonly<Record<string, string>>): ModelRequest {
  const messages = listOf(field(body, 'messages')).map(readEntry);
  const spoken = messages.map((entry) => entry.role).lastIndexOf('assistant');
  const since = messages.slice(spoken + 1);
  return {
    model: textOf(field(body, 'model')),
    system: contentTexts(field(body, 'system')).join('\n'),
    prompt: openingWords(listOf(field(body, 'messages'))),
    messages,
    tools: listOf(field(body, 'tools')).map((offered) => textOf(field(offered, 'name'))),
    lastToolResults: since.flatMap((entry) => entry.toolResults),
    lastText: since.map((entry) => entry.text).join('\n'),
    turn: messages.filter((entry) => entry.role === 'assistant').length,
    sessionId: headers['x-claude-code-session-id'] ?? '',
    headers,
    body,
  };
}

/** What the user said before the model first spoke: blocks that the program adds for itself are left out. */
function openingWords(entries: readonly unknown[]): string {
  const words: string[] = [];
  for (const entry of entries) {
    const role = field(entry, 'role');
    if (role === 'assistant') break;
    if (role === 'user') words.push(...contentTexts(field(entry, 'content')));
  }
  return words.filter((block) => !block.startsWith('<system-reminder>')).join('\n');
}

function readEntry(entry: unknown): Entry {
  const content = field(entry, 'content');
  const blocks = listOf(content).filter(isRecord);
  return {
    role: textOf(field(entry, 'role')),
    text: contentTexts(content).join('\n'),
    toolCalls: blocks
      .filter((block) => block.type === 'tool_use')
      .map((block) => ({ id: textOf(block.id), name: textOf(block.name), input: block.input })),
    toolResults: blocks
      .filter((block) => block.type === 'tool_result')
      .map((block) => ({
        toolUseId: textOf(block.tool_use_id),
        text: contentTexts(block.content).join('\n'),
        isError: block.is_error === true,
      })),
  };
}

function contentTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return listOf(content)
    .filter((block) => field(block, 'type') === 'text')
    .map((block) => textOf(field(block, 'text')));
}
