import type { Result } from '@cw/kernel';
import { z } from 'zod';
import type { Refusal } from './refusal.ts';
import { RefusalError } from './refusal-error.ts';

/** Reads what a request calls a thing: its name, its id, or the start of one. What comes of it is the whole id. */
export type NamedInput = z.ZodType<string, string>;

/** What requests name in their filters; the app joins the rooms that know each. */
export type NamedInputs = Readonly<Record<'task' | 'project' | 'run' | 'agent', NamedInput>>;

/** @param find the whole id of what is named, or why there is none */
export function namedInput(find: (named: string) => Promise<Result<string, Refusal>>): NamedInput {
  return z
    .string()
    .min(1)
    .max(5_000)
    .transform(async (named) => {
      const found = await find(named);
      if (!found.ok) throw new RefusalError(found.error);
      return found.value;
    });
}
