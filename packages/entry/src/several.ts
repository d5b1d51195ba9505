import { err, ok } from '@cw/kernel';
import type { CliAnswer, CliOutput } from './cli-command.ts';
import type { Refusal } from './refusal.ts';

/**
 * Does the same to each of several things, one after the other. One thing is answered as it is; several are answered as a list, also where
 * some are refused: those are told of, and do not keep the others from being done.
 * @param verb what is done to them, as in `3 of 5 were not answered`
 */
export async function doEach(
  things: readonly string[],
  verb: string,
  act: (thing: string) => Promise<CliAnswer>,
): Promise<CliAnswer> {
  const [first, ...others] = things;
  if (first !== undefined && others.length === 0) return act(first);
  const done: CliOutput[] = [];
  const refused: Refusal[] = [];
  for (const thing of new Set(things)) {
    const answer = await act(thing);
    if (answer.ok) done.push(answer.value);
    else refused.push(answer.error);
  }
  const [refusal] = refused;
  if (refusal === undefined) return ok(listOf(done));
  const count = `${refused.length} of ${done.length + refused.length}`;
  const message = `${count} ${refused.length === 1 ? 'was' : 'were'} not ${verb}: ${refused.map((one) => one.message).join(' ')}`;
  return err({ ...refusal, message, ...(done.length === 0 ? {} : { found: listOf(done) }) });
}

function listOf(done: readonly CliOutput[]): CliOutput {
  return {
    data: { items: done.map(({ data }) => data), total: done.length, nextCursor: null },
    ids: done.flatMap(({ ids }) => ids ?? []),
    text: (style) => done.map(({ text }) => text(style)).join('\n'),
  };
}
