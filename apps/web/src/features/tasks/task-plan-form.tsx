import { Button, Field, Textarea } from '@cw/ui';
import { TriangleAlert } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import { TextDifference } from './field-conflict.tsx';
import { type PlanField, planFields, usePlanDraft } from './plan-draft.ts';
import { PropertyError } from './task-property.tsx';

const words: Readonly<Record<PlanField, { readonly label: string; readonly hint: string }>> = {
  goal: { label: 'Goal', hint: 'What is true when it is done.' },
  approach: { label: 'Approach', hint: 'How it is done.' },
  alternatives: { label: 'Alternatives', hint: 'What else was considered, and why it was rejected.' },
  steps: { label: 'Steps', hint: 'One per line, in order.' },
  files: { label: 'Files', hint: 'Paths to be created or changed, one per line.' },
};

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

type Draft = ReturnType<typeof usePlanDraft>;

/** Says that there is another plan now, and where it differs from what is typed. */
function PlanConflict({ draft }: { readonly draft: Draft }) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card border border-line-2 bg-sunken p-2.5 text-small">
      <p className="flex items-start gap-1.5">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-st-needs" />
        <span>
          <strong className="font-semibold">The plan was changed in the meantime.</strong> Your text is kept here;
          nothing was overwritten.
        </span>
      </p>
      {draft.changed.map((name) => (
        <div key={name} className="flex flex-col gap-1">
          <span className="text-fg-3">{words[name].label}: − is the current text, + is yours</span>
          <TextDifference there={draft.there[name]} yours={draft.texts[name]} />
        </div>
      ))}
      <Button size="small" className="self-end max-md:h-11" onClick={draft.rebase}>
        Continue with mine
      </Button>
    </div>
  );
}

/** Writes the plan, or changes it; an approval of what it said before is void. What is typed is kept until it is saved. */
export function TaskPlanForm({ task, onClose }: { readonly task: TaskView; readonly onClose: () => void }) {
  const draft = usePlanDraft(task);
  const { texts, seen, stale } = draft;
  const unsaved = draft.changed.length > 0;
  const finish = () => {
    draft.clear();
    onClose();
  };
  const save = useMutation(
    trpc.tasks.setPlan.mutationOptions({
      onSuccess: finish,
      onSettled: () => refresh('tasks'),
    }),
  );
  const { goal, approach, alternatives } = texts;
  const send = () =>
    save.mutate({
      id: task.id,
      seen,
      goal,
      approach,
      alternatives,
      steps: linesOf(texts.steps),
      files: linesOf(texts.files),
    });
  return (
    <div className="flex flex-col gap-3">
      <UnsavedGuard unsaved={unsaved} />
      {planFields.map((name, index) => (
        <Field key={name} label={words[name].label} hint={words[name].hint}>
          {(ids) => (
            <Textarea
              {...ids}
              autoFocus={index === 0}
              short
              mono={name === 'files'}
              value={texts[name]}
              onChange={(event) => draft.write(name, event.target.value)}
            />
          )}
        </Field>
      ))}
      {stale && <PlanConflict draft={draft} />}
      {task.plan?.approvedAt && unsaved && (
        <p className="text-small text-fg-2">It is approved in its current form; changes need a new approval.</p>
      )}
      <PropertyError error={refusalText(save.error)} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="small" className="max-md:h-11" onClick={finish}>
          {unsaved ? 'Discard' : 'Close'}
        </Button>
        <Button size="small" className="max-md:h-11" disabled={save.isPending || !unsaved || stale} onClick={send}>
          Save the plan
        </Button>
      </div>
    </div>
  );
}
