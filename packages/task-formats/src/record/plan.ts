import { ok, type Result } from '@cw/kernel';
import type { FieldFailure } from './field-failure.ts';
import { parseLine, parseText } from './task-text.ts';

/** What a plan says. */
export type PlanContent = {
  readonly goal: string;
  readonly approach: string;
  readonly alternatives: string;
  readonly steps: readonly string[];
  readonly files: readonly string[];
};

const emptyPlan: PlanContent = { goal: '', approach: '', alternatives: '', steps: [], files: [] };

export type PlanWords = { readonly [Field in keyof PlanContent]?: PlanContent[Field] | undefined };

/** A plan with what is newly said of it; what is not named stays. */
export function writtenPlan(current: PlanContent | null, words: PlanWords): Result<PlanContent, FieldFailure> {
  const base = current ?? emptyPlan;
  const goal = parseText('goal', words.goal ?? base.goal);
  if (!goal.ok) return goal;
  const approach = parseText('approach', words.approach ?? base.approach);
  if (!approach.ok) return approach;
  const alternatives = parseText('alternatives', words.alternatives ?? base.alternatives);
  if (!alternatives.ok) return alternatives;
  const steps = eachOf(words.steps ?? base.steps, (step) => parseLine('step', step, 2000));
  if (!steps.ok) return steps;
  const files = parsePaths(words.files ?? base.files);
  if (!files.ok) return files;
  return ok({
    goal: goal.value,
    approach: approach.value,
    alternatives: alternatives.value,
    steps: steps.value,
    files: files.value,
  });
}

/** Paths as they are told, each on one line. */
export function parsePaths(paths: readonly string[]): Result<readonly string[], FieldFailure> {
  return eachOf(paths, (path) => parseLine('file', path, 1000));
}

/** What a plan says, in the order that its digest is made of. */
export function planText({ goal, approach, alternatives, steps, files }: PlanContent): string {
  return JSON.stringify([goal, approach, alternatives, steps, files]);
}

function eachOf(
  texts: readonly string[],
  parse: (text: string) => Result<string, FieldFailure>,
): Result<readonly string[], FieldFailure> {
  const read: string[] = [];
  for (const text of texts) {
    const value = parse(text);
    if (!value.ok) return value;
    read.push(value.value);
  }
  return ok(read);
}
