import type { TaskView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';

export const planFields = ['goal', 'approach', 'alternatives', 'steps', 'files'] as const;
export type PlanField = (typeof planFields)[number];
export type PlanTexts = Readonly<Record<PlanField, string>>;

/** What is typed, and the digest of the plan that it was begun from. */
type PlanDraft = { readonly texts: PlanTexts; readonly seen: string };

export function planTexts({ plan }: TaskView): PlanTexts {
  return {
    goal: plan?.goal ?? '',
    approach: plan?.approach ?? '',
    alternatives: plan?.alternatives ?? '',
    steps: plan?.steps.join('\n') ?? '',
    files: plan?.files.join('\n') ?? '',
  };
}

function readDraft(text: string): PlanDraft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const seen: unknown = Reflect.get(value, 'seen');
    const typed: unknown = Reflect.get(value, 'texts');
    if (typeof seen !== 'string' || typeof typed !== 'object' || typed === null) return undefined;
    const texts = planFields.map((name): [string, unknown] => [name, Reflect.get(typed, name)]);
    if (!texts.every((entry): entry is [PlanField, string] => typeof entry[1] === 'string')) return undefined;
    const [goal, approach, alternatives, steps, files] = texts.map(([, each]) => each);
    return {
      seen,
      texts: {
        goal: goal ?? '',
        approach: approach ?? '',
        alternatives: alternatives ?? '',
        steps: steps ?? '',
        files: files ?? '',
      },
    };
  } catch {
    return undefined;
  }
}

/** A plan being written: kept until it is saved, with what it was begun from. */
export function usePlanDraft(task: TaskView) {
  const now: PlanDraft = { texts: planTexts(task), seen: task.plan?.digest ?? '' };
  const [stored, setStored, clear] = useDraft(`${task.id}.plan`, '');
  const draft = readDraft(stored) ?? now;
  const keep = (next: PlanDraft) => setStored(JSON.stringify(next));
  const changed = planFields.filter((name) => draft.texts[name] !== now.texts[name]);
  return {
    texts: draft.texts,
    seen: draft.seen,
    there: now.texts,
    changed,
    /** True when somebody else has written the plan since this was begun. */
    stale: draft.seen !== now.seen && changed.length > 0,
    write: (name: PlanField, text: string) => keep({ ...draft, texts: { ...draft.texts, [name]: text } }),
    /** Goes on with one's own text although there is another plan now. */
    rebase: () => keep({ ...draft, seen: now.seen }),
    clear,
  };
}
