import { parse, stringify } from 'smol-toml';

/**
 * A TOML text in which a table is another one, and nothing else has changed, comments included.
 * @throws TomlError when the text is no TOML
 */
export function setTable(text: string, path: readonly string[], table: Readonly<Record<string, unknown>>): string {
  parse(text);
  const written = stringify(path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), table));
  const found = tableLines(text, path);
  if (found === undefined)
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${text.trim() === '' ? '' : '\n'}${written}`;
  const lines = text.split('\n');
  return [...lines.slice(0, found.from), ...written.trimEnd().split('\n'), ...lines.slice(found.to)].join('\n');
}

/** A TOML text without a table; the same text when there is none. @throws TomlError */
export function removeTable(text: string, path: readonly string[]): string {
  parse(text);
  const found = tableLines(text, path);
  if (found === undefined) return text;
  const lines = text.split('\n');
  const before = lines.slice(0, found.from);
  while (before.at(-1)?.trim() === '' && found.to >= lines.length - 1) before.pop();
  const after = lines.slice(found.to);
  return [...before, ...(before.length > 0 && after.length === 0 ? [''] : after)].join('\n');
}

/** The lines of a table and those below it, without what is empty or comment at their end. */
function tableLines(text: string, path: readonly string[]): { readonly from: number; readonly to: number } | undefined {
  const lines = text.split('\n');
  const isOwn = (line: string) => {
    const names = namesOf(line);
    return names !== undefined && path.every((name, index) => names[index] === name);
  };
  const from = lines.findIndex(isOwn);
  if (from < 0) return undefined;
  const next = lines.findIndex((line, index) => index > from && namesOf(line) !== undefined && !isOwn(line));
  let to = next < 0 ? lines.length : next;
  while (to > from + 1 && /^\s*(?:#.*)?$/.test(lines[to - 1] ?? '')) to -= 1;
  return { from, to };
}

/** The path that a line begins a table of; undefined for any other line. */
function namesOf(line: string): readonly string[] | undefined {
  const inner = /^\s*\[\[?\s*(.+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
  if (inner === undefined) return undefined;
  const names = [...inner.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)/g)];
  return names.map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}
