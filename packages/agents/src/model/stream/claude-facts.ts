import { isRecord, type JsonRecord, jsonText, listOf, numberOf, recordOf, textOf } from '../json.ts';
import type { TokenCounts } from '../run-view.ts';
import type { Block, Fact, ResultFact, ToolResult } from './facts.ts';

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
      model: textOf(event.model),
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

function assistantFact(event: JsonRecord): Fact {
  const message = recordOf(event.message);
  return {
    kind: 'assistant',
    messageId: textOf(message.id),
    model: textOf(message.model),
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
  const { id, name, input } = content;
  return [{ kind: 'tool', id: textOf(id) ?? '', name: textOf(name) ?? 'unnamed', input: input ?? {} }];
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
  return [{ id: textOf(content.tool_use_id) ?? '', error: content.is_error === true, text }];
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
    apiErrorStatus: numberOf(event.api_error_status),
    terminalReason: textOf(event.terminal_reason),
    text: textOf(event.result) ?? '',
    errors: listOf(event.errors).flatMap((error) => textOf(error) ?? []),
    structured: event.structured_output ?? undefined,
    tokens: models.length > 0 ? sum(models) : null,
    costUsd: numberOf(event.total_cost_usd),
    contextWindow: numberOf(main?.contextWindow),
    denials: listOf(event.permission_denials)
      .map(recordOf)
      .map((denial) => ({
        id: textOf(denial.tool_use_id) ?? '',
        tool: textOf(denial.tool_name) ?? 'unnamed',
        input: denial.tool_input,
      })),
  };
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
