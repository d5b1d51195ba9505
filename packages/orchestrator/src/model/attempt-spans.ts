import type { Instant } from '@cw/kernel';

/** What an attempt was doing. `limited`: nothing, until a limit or outage of its program was over. */
export type SpanKind = 'waiting' | 'running' | 'checking' | 'merging' | 'limited';

/** A stretch of time of an attempt; `to` is null while it goes on. */
export type Span = { readonly kind: SpanKind; readonly from: Instant; readonly to: Instant | null };

type RunTimes = {
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
};

/** Something that happened to the merge of an attempt; `step` where it reached one. */
export type MergeMark = { readonly type: string; readonly step: string | null; readonly at: Instant };

/** For how long nothing could be done after it. */
type Limited = { readonly to: Instant | null } | undefined;

/** The stretches of an attempt in their order: before its agent, with it, at its merge, and while a limit held it up. */
export function attemptSpans(run: RunTimes, merge: readonly MergeMark[], limited: Limited): readonly Span[] {
  const { createdAt, startedAt, endedAt } = run;
  const work: Span[] = [{ kind: 'waiting', from: createdAt, to: startedAt ?? endedAt }];
  if (startedAt !== null) work.push({ kind: 'running', from: startedAt, to: endedAt });
  if (endedAt !== null && limited !== undefined) work.push({ kind: 'limited', from: endedAt, to: limited.to });
  return [...work, ...mergeSpans(merge)].filter(({ from, to }) => to === null || to > from);
}

function mergeSpans(marks: readonly MergeMark[]): readonly Span[] {
  const spans: Span[] = [];
  for (const [index, mark] of marks.entries()) {
    const kind = kindAfter(mark);
    if (kind === undefined) continue;
    const to = marks[index + 1]?.at ?? null;
    const last = spans.at(-1);
    if (last?.kind === kind && last.to === mark.at) spans[spans.length - 1] = { ...last, to };
    else spans.push({ kind, from: mark.at, to });
  }
  return spans;
}

/** What a merge does after something has happened to it; undefined once it has ended. */
function kindAfter({ type, step }: MergeMark): SpanKind | undefined {
  if (type === 'merge.queued' || type === 'merge.put-back' || type === 'merge.retried') return 'waiting';
  if (type === 'merge.started') return 'merging';
  if (type === 'merge.step-reached') return step === 'checking' ? 'checking' : 'merging';
  return undefined;
}
