/** Reading values of unknown shape: what is not as expected reads as absent, never as an error. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The value a text is JSON of, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  const { stackTraceLimit } = Error;
  try {
    // A stack that nobody looks at takes longer than the reading.
    Error.stackTraceLimit = 0;
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** JSON of a value that came from outside; what is nested too deeply to be written says so instead. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '[nested too deeply]';
    throw error;
  }
}
