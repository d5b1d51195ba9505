export type EnvLines =
  | { readonly ok: true; readonly env: Record<string, string> }
  | { readonly ok: false; readonly line: string };

/** `KEY=VALUE` lines as variables; the first line that is none is named. */
export function readEnvLines(text: string): EnvLines {
  const env: Record<string, string> = {};
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (!match?.[1]) return { ok: false, line: line.slice(0, line.indexOf('=') < 0 ? 24 : line.indexOf('=')) };
    env[match[1]] = match[2] ?? '';
  }
  return { ok: true, env };
}
