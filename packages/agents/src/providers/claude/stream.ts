import { isRecord, type JsonRecord, jsonText, listOf, numberOf, recordOf, textOf } from '../../model/json.ts';
import type { TokenCounts } from '../../model/run-view.ts';
import type { Block, Denial, Fact, ResultFact, StreamReader, ToolResult } from '../../model/stream/facts.ts';
import { createEventReader } from '../../model/stream/stream-reader.ts';
import { ratesOf } from './prices.ts';
import { changingTools, exitIn, readClaudeTool } from './tools.ts';

const silentTypes = new Set(['stream_event', 'tool_progress', 'keep_alive', 'control_response', 'tool_use_summary']);
const silentSubtypes = new Set([
  'status',
  'thinking_tokens',
  'session_state_changed',
  'turn_duration',
  'task_started',
  'task_progress',
  'task_updated',
  'background_tasks_changed',
  'hook_started',
  'hook_progress',
  'commands_changed',
]);

/** What stands in a line that may tell of a change of a file, or of a call that failed. */
export const changeMarks = ['"is_error":true', ...changingTools.map((name) => `"name":"${name}"`)];

/** Reads its stream-json. @param start byte offset of the first byte that will be pushed; the start of a line */
export function createClaudeReader(start = 0): StreamReader {
  return createEventReader(claudeFact, start);
}

/** What one event of Claude's stream says. Events it does not know are kept as they are. */
export function claudeFact(event: JsonRecord): Fact {
  switch (event.type) {
    case 'system':
      return systemFact(event);
    case 'assistant':
      return assistantFact(event);
    case 'user':
      return userFact(event);
    case 'rate_limit_event':
      return limitFact(recordOf(event.rate_limit_info));
    case 'result':
      return resultFact(event);
    default:
      return silentTypes.has(String(event.type)) ? { kind: 'silent' } : unknown(event);
  }
}

function unknown(event: JsonRecord): Fact {
  return { kind: 'unknown', text: jsonText(event), broken: false };
}

function systemFact(event: JsonRecord): Fact {
  if (event.subtype === 'init') {
    return {
      kind: 'start',
      sessionId: textOf(event.session_id),
      ...modelOf(event),
      tools: listOf(event.tools).length,
      version: textOf(event.claude_code_version),
      lostServers: listOf(event.mcp_servers)
        .map(recordOf)
        .filter((server) => server.status !== 'connected')
        .map((server) => textOf(server.name) ?? 'unnamed'),
    };
  }
  if (event.subtype === 'api_retry') {
    return {
      kind: 'retry',
      attempt: numberOf(event.attempt) ?? 0,
      max: numberOf(event.max_retries) ?? 0,
      delayMs: numberOf(event.retry_delay_ms) ?? 0,
      status: numberOf(event.error_status),
      error: textOf(event.error) ?? 'unknown',
    };
  }
  return silentSubtypes.has(String(event.subtype)) ? { kind: 'silent' } : unknown(event);
}

/** Tokens that fit into a model by its name. */
export function windowOf(model: string | null): number | undefined {
  return model?.endsWith('[1m]') ? 1_000_000 : undefined;
}

/** A model, and what it costs where that is known. */
function modelOf({ model: named }: JsonRecord) {
  const model = textOf(named);
  return { model, rates: model === null ? null : ratesOf(model) };
}

function assistantFact(event: JsonRecord): Fact {
  const message = recordOf(event.message);
  return {
    kind: 'assistant',
    messageId: textOf(message.id),
    ...modelOf(message),
    parent: textOf(event.parent_tool_use_id),
    synthetic: message.model === '<synthetic>' || event.is_api_error_message === true,
    error: textOf(event.error),
    blocks: listOf(message.content).flatMap(block),
    usage: isRecord(message.usage) ? usage(message.usage) : null,
  };
}

function block(value: unknown): Block[] {
  const content = recordOf(value);
  if (content.type === 'text') return [{ kind: 'text', text: textOf(content.text) ?? '' }];
  if (content.type === 'thinking') return [{ kind: 'thinking', text: textOf(content.thinking) ?? '' }];
  if (content.type !== 'tool_use' && content.type !== 'server_tool_use') return [];
  const [id, name, input] = [textOf(content.id) ?? '', textOf(content.name) ?? 'unnamed', content.input ?? {}];
  return [{ kind: 'tool', id, name, input, reading: readClaudeTool(name, input) }];
}

function usage(counts: JsonRecord): TokenCounts {
  return {
    input: numberOf(counts.input_tokens) ?? 0,
    output: numberOf(counts.output_tokens) ?? 0,
    cacheRead: numberOf(counts.cache_read_input_tokens) ?? 0,
    cacheWrite: numberOf(counts.cache_creation_input_tokens) ?? 0,
  };
}

function userFact(event: JsonRecord): Fact {
  const content = recordOf(event.message).content;
  const results = listOf(content).map(recordOf).flatMap(toolResult);
  const parent = textOf(event.parent_tool_use_id);
  if (results.length > 0) return { kind: 'tool-results', parent, results };
  return { kind: 'message', parent, text: contentText(content), replayed: event.isReplay === true };
}

function toolResult(content: JsonRecord): ToolResult[] {
  if (content.type !== 'tool_result') return [];
  const text = contentText(content.content);
  return [{ id: textOf(content.tool_use_id) ?? '', error: content.is_error === true, text, exit: exitIn(text) }];
}

/** The text of a message or tool result; an image or other block is named in brackets. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(recordOf)
    .map((part) => (part.type === 'text' ? (textOf(part.text) ?? '') : `[${textOf(part.type) ?? 'block'}]`))
    .join('\n');
}

function limitFact(info: JsonRecord): Fact {
  return {
    kind: 'limit',
    status: textOf(info.status) ?? 'unknown',
    resetsAt: numberOf(info.resetsAt),
    window: textOf(info.rateLimitType),
    served: textOf(info.status)?.startsWith('allowed') === true || info.isUsingOverage === true,
  };
}

function resultFact(event: JsonRecord): ResultFact {
  const models = Object.values(recordOf(event.modelUsage)).map(recordOf);
  const main = models.toSorted((a, b) => (numberOf(b.costUSD) ?? 0) - (numberOf(a.costUSD) ?? 0))[0];
  return {
    kind: 'result',
    subtype: textOf(event.subtype),
    isError: event.is_error === true,
    stopReason: textOf(event.stop_reason),
    apiErrorStatus: numberOf(event.api_error_status),
    terminalReason: textOf(event.terminal_reason),
    text: textOf(event.result) ?? '',
    errors: listOf(event.errors).flatMap((error) => textOf(error) ?? []),
    structured: event.structured_output ?? undefined,
    tokens: models.length > 0 ? sum(models) : null,
    costUsd: numberOf(event.total_cost_usd),
    contextWindow: numberOf(main?.contextWindow),
    denials: listOf(event.permission_denials).map(recordOf).map(denialOf),
  };
}

function denialOf({ tool_use_id, tool_name, tool_input: input }: JsonRecord): Denial {
  const tool = textOf(tool_name) ?? 'unnamed';
  return { id: textOf(tool_use_id) ?? '', tool, input, reading: readClaudeTool(tool, input) };
}

function sum(models: readonly JsonRecord[]): TokenCounts {
  const total = (name: string) => models.reduce((so, model) => so + (numberOf(model[name]) ?? 0), 0);
  return {
    input: total('inputTokens'),
    output: total('outputTokens'),
    cacheRead: total('cacheReadInputTokens'),
    cacheWrite: total('cacheCreationInputTokens'),
  };
}
