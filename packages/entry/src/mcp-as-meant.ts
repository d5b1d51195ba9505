import type { z } from 'zod';

/** So deep can a list of objects with lists in it be wrong at most, one level after the other. */
const rounds = 4;

/**
 * Arguments as a client meant them that sends null for what it leaves out, and numbers, booleans, lists and objects as
 * text. What fits as it came is left as it is.
 */
export function asMeant(input: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  let meant = given;
  for (let round = 0; round < rounds; round += 1) {
    const issues = input.safeParse(meant).error?.issues ?? [];
    if (issues.length === 0) break;
    meant = structuredClone(meant);
    for (const issue of issues) mend(meant, issue);
  }
  return meant;
}

function mend(meant: Record<string, unknown>, issue: z.core.$ZodIssue): void {
  const holder = issue.path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), meant);
  const key = issue.path.at(-1);
  if (typeof holder !== 'object' || holder === null || key === undefined) return;
  const value: unknown = Reflect.get(holder, key);
  if (value === null && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
  else if (issue.code === 'invalid_type') Reflect.set(holder, key, inKind(value, issue.expected));
}

function inKind(value: unknown, wanted: string): unknown {
  if (typeof value !== 'string') return value;
  const said = parsed(value.trim());
  switch (wanted) {
    case 'number':
    case 'int':
      return typeof said === 'number' ? said : value;
    case 'boolean':
      return typeof said === 'boolean' ? said : value;
    case 'array':
      return Array.isArray(said) ? said : entries(value);
    case 'object':
    case 'record':
      return typeof said === 'object' ? said : value;
    default:
      return value;
  }
}

/** A list as people write one: `a, b`. */
function entries(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
