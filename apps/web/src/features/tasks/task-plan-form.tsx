import { Button, Field, Textarea } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { refusalText, trpc } from '../../shared/api.ts';
import type { TaskView } from '../../shared/api-types.ts';
import { useDraft } from '../../shared/drafts.ts';
import { refresh } from '../../shared/refresh.ts';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';
import { PropertyError } from './task-property.tsx';

const fields = [
  { name: 'goal', label: 'Goal', hint: 'What is true afterwards.' },
  { name: 'approach', label: 'Approach', hint: 'How it is done.' },
  { name: 'alternatives', label: 'Alternatives', hint: 'What else was thought of, and why not that.' },
] as const;
const lists = [
  { name: 'steps', label: 'Steps', hint: 'One a line, in order.' },
  { name: 'files', label: 'Files', hint: 'Paths that are made or changed, one a line.' },
] as const;

const names = [...fields, ...lists].map(({ name }) => name);
type Name = (typeof names)[number];
type Texts = Readonly<Record<Name, string>>;

function textsOf({ plan }: TaskView): Texts {
  return {
    ...{ goal: plan?.goal ?? '', approach: plan?.approach ?? '', alternatives: plan?.alternatives ?? '' },
    ...{ steps: plan?.steps.join('\n') ?? '', files: plan?.files.join('\n') ?? '' },
  };
}

function readTexts(text: string, otherwise: Texts): Texts {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return otherwise;
    const read = names.map((name) => [name, Reflect.get(value, name)] as const);
    return { ...otherwise, ...Object.fromEntries(read.filter(([, each]) => typeof each === 'string')) };
  } catch {
    return otherwise;
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Writes the plan, or changes it; an approval of what it said before is void. What is typed is kept until it is saved. */
export function TaskPlanForm({ task, onClose }: { readonly task: TaskView; readonly onClose: () => void }) {
  const before = textsOf(task);
  const [draft, setDraft, clear] = useDraft(`${task.id}.plan`, JSON.stringify(before));
  const texts = readTexts(draft, before);
  const unsaved = names.some((name) => texts[name] !== before[name]);
  const finish = () => {
    clear();
    onClose();
  };
  const save = useMutation(
    trpc.tasks.setPlan.mutationOptions({
      onSuccess: () => {
        refresh('tasks');
        finish();
      },
    }),
  );
  const { goal, approach, alternatives } = texts;
  const send = () =>
    save.mutate({
      ...{ id: task.id, goal, approach, alternatives },
      ...{ steps: linesOf(texts.steps), files: linesOf(texts.files) },
    });
  return (
    <div className="flex flex-col gap-3">
      <UnsavedGuard unsaved={unsaved} />
      {[...fields, ...lists].map(({ name, label, hint }, index) => (
        <Field key={name} label={label} hint={hint}>
          {(ids) => (
            <Textarea
              {...ids}
              autoFocus={index === 0}
              short
              mono={name === 'files'}
              value={texts[name]}
              onChange={(event) => setDraft(JSON.stringify({ ...texts, [name]: event.target.value }))}
            />
          )}
        </Field>
      ))}
      {task.plan?.approvedAt && unsaved && (
        <p className="text-small text-fg-2">It is approved as it stands; what is changed must be approved anew.</p>
      )}
      <PropertyError error={refusalText(save.error)} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="small" className="max-md:h-11" onClick={finish}>
          {unsaved ? 'Discard' : 'Close'}
        </Button>
        <Button size="small" className="max-md:h-11" disabled={save.isPending || !unsaved} onClick={send}>
          Save the plan
        </Button>
      </div>
    </div>
  );
}
