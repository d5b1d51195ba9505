/** What to do next, as data: each door shows it in its own way. */
export type NextStep = {
  /** What it does, as a sentence without its full stop. It names no command and is true by itself: “See its runs”. */
  readonly say: string;
  /** The command that does it, without `cw`: `run list`. */
  readonly command: string;
  /** What is typed behind the command. What is left to the reader stands in `<…>`. */
  readonly args: readonly string[];
};

/** What to do next, of a refusal, a fault or a finding. Never something that destroys. */
export type Advice = {
  /** What there is to say for every door; it names no command. */
  readonly hint?: string | undefined;
  readonly next?: readonly NextStep[] | undefined;
};

/** What to do next in words that hold at every door. Undefined where there is nothing to say. */
export function adviceInWords({ hint, next = [] }: Advice): string | undefined {
  return adviceSentences(
    hint,
    next.map(({ say }) => say),
  );
}

/** Sentences one after the other, a full stop behind each step. */
export function adviceSentences(hint: string | undefined, steps: readonly string[]): string | undefined {
  const stopped = steps.map((words) => `${words}${/[.…!?]$/.test(words) ? '' : '.'}`);
  const all = [...(hint === undefined ? [] : [hint]), ...stopped];
  return all.length === 0 ? undefined : all.join(' ');
}

/** The steps in a value that was stored; whatever is none is left out. */
export function readSteps(value: unknown): readonly NextStep[] {
  return Array.isArray(value) ? value.filter(isStep) : [];
}

function isStep(value: unknown): value is NextStep {
  if (typeof value !== 'object' || value === null) return false;
  const { say, command, args } = value as Partial<Record<keyof NextStep, unknown>>;
  return typeof say === 'string' && typeof command === 'string' && Array.isArray(args) && args.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * A next step.
 * @param say what it does, without its full stop: `See its runs`
 * @param command as typed after `cw`: `run list`
 */
export function step(say: string, command: string, ...args: readonly string[]): NextStep {
  return { say, command, args };
}
