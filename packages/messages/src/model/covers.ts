import type { ToolKind } from '@cw/kernel';
import type { RuleView } from './rule.ts';

type Covering = Pick<RuleView, 'tool' | 'pattern'>;

/** What rules are asked about. */
export type CalledTool = {
  /** As its program names it, and so as rules do. */
  readonly tool: string;
  readonly kind: ToolKind;
  readonly argument: string;
};

/** Whether a call is about one file, which a rule then names by its path. */
export function isOfFile(kind: ToolKind): boolean {
  return kind === 'edit' || kind === 'write' || kind === 'read';
}

/** Longer than this, only what was allowed word for word is allowed. */
const longest = 20_000;

/**
 * Whether a rule covers a call. `*` stands for anything, but
 * - in a command not for what would begin another one, nor for the end of quotes that it stands in;
 * - in the name of a host not for its end, nor for a dot unless it leads;
 * - in a path that begins at no root not for one outside of the worktree.
 */
export function covers({ tool, pattern }: Covering, call: CalledTool): boolean {
  if (tool !== call.tool) return false;
  if (pattern === null) return true;
  const parts: readonly string[] = pattern.match(/\\[\s\S]|[\s\S]/g) ?? [];
  if (!parts.includes('*')) return parts.map(literal).join('') === call.argument;
  if (call.argument.length > longest) return false;
  if (isOfFile(call.kind) && isOutside(call.argument) && !isOutside(pattern)) return false;
  return new RegExp(`^${sourceOf(call.kind, parts)}$`).test(call.argument);
}

function sourceOf(kind: ToolKind, parts: readonly string[]): string {
  if (kind === 'shell') return commandSource(parts);
  return kind === 'fetch' ? addressSource(parts) : pathSource(parts);
}

function isOutside(path: string): boolean {
  return path.startsWith('/') || path.startsWith('..');
}

function pathSource(parts: readonly string[]): string {
  return parts.map((part) => (part === '*' ? '[\\s\\S]*' : escaped(part))).join('');
}

/** What a shell takes for the beginning of something else, or for the end of a line. */
const breaking = ';&|<>()`$\\n\\r';
const quoted = {
  '"': `(?:[^"\\\\${breaking}]|\\\\[^${breaking}])*`,
  "'": `[^'${breaking}]*`,
} as const;
const unquoted = `(?:[^"'\\\\${breaking}]|\\\\[^${breaking}]|"${quoted['"']}"|'${quoted["'"]}')*`;

function commandSource(parts: readonly string[]): string {
  let quote: '"' | "'" | undefined;
  let isEscaped = false;
  const sources = parts.map((part) => {
    if (part === '*') return quote === undefined ? unquoted : quoted[quote];
    const character = literal(part);
    const counts = !isEscaped && (character === '"' || character === "'");
    isEscaped = character === '\\' && !isEscaped && quote !== "'";
    if (counts && quote === undefined) quote = character;
    else if (counts && quote === character) quote = undefined;
    return escaped(part);
  });
  return sources.join('');
}

function addressSource(parts: readonly string[]): string {
  const anything = '[\\s\\S]*';
  const pattern = parts.join('');
  if (pattern === '*') return anything;
  const site = /^[^/]*\/\/[^/]*\*$/.test(pattern) ? `(?:/${anything})` : '';
  let slashes = 0;
  const sources = parts.map((part, index) => {
    if (part === '/') slashes += 1;
    if (part !== '*') return escaped(part);
    if (slashes > 2) return anything;
    return parts[index - 1] === '/' ? '[^/?#@:\\\\]*' : '[^./?#@:\\\\]*';
  });
  return sources.join('') + site;
}

function literal(part: string): string {
  return part.replace(/^\\(?=[\s\S])/, '');
}

function escaped(part: string): string {
  return literal(part).replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
