import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const count = (amount: number | bigint) => amount.toLocaleString('en-US');

/** What is wrong with an argument, as a part of a sentence. @param given all arguments, as they came */
export function wordsOfIssue(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const name = nameOf(issue.path);
  if (valueAt(given, issue.path) === undefined) return `${name} is missing`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      if (issue.origin === 'string') return `${name} is longer than ${count(issue.maximum)} characters`;
      if (issue.origin === 'array') return `${name} has more than ${count(issue.maximum)} entries`;
      return `${name} must be at most ${count(issue.maximum)}`;
    case 'too_small':
      if (issue.origin === 'string') return `${name} is shorter than ${count(issue.minimum)} characters`;
      if (issue.origin === 'array') return `${name} has fewer than ${count(issue.minimum)} entries`;
      return `${name} must be at least ${count(issue.minimum)}`;
    default:
      return `${name} is invalid`;
  }
}

function nameOf([argument, entry]: readonly PropertyKey[]): string {
  return typeof entry === 'number' ? `entry ${entry + 1} of ${String(argument)}` : String(argument);
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : value),
    given,
  );
}
