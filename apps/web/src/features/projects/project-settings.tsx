import { Button, Field, Input, Select, Textarea, toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { ProjectView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import { LinesField, readLines } from './lines-field.tsx';

const dispatches = [
  { value: 'assigned', label: 'Only tasks a person assigns' },
  { value: 'auto', label: 'Every ready task' },
];
const mergeStyles = [
  { value: 'merge', label: 'Merge commit that names the task' },
  { value: 'squash', label: 'One commit per task' },
  { value: 'rebase', label: 'The commits one after another' },
];

function formOf(project: ProjectView) {
  return {
    goal: project.goal ?? '',
    constraints: project.constraints.join('\n'),
    checks: project.checks.join('\n'),
    checkTimeout: String(project.checkTimeout),
    setupCommand: project.setupCommand ?? '',
    dispatch: project.dispatch as string,
    mergeStyle: project.mergeStyle as string,
  };
}

type Form = ReturnType<typeof formOf>;

function changesIn(form: Form, project: ProjectView) {
  const before = formOf(project);
  const changed = (name: keyof Form) => form[name] !== before[name];
  return {
    ...(changed('goal') && { goal: form.goal.trim() || null }),
    ...(changed('constraints') && { constraints: readLines(form.constraints) }),
    ...(changed('checks') && { checks: readLines(form.checks) }),
    ...(changed('checkTimeout') && { checkTimeout: Number(form.checkTimeout) }),
    ...(changed('setupCommand') && { setupCommand: form.setupCommand.trim() || null }),
    ...(changed('dispatch') && { dispatch: form.dispatch }),
    ...(changed('mergeStyle') && { mergeStyle: form.mergeStyle }),
  };
}

/** How the project is worked on: what agents are told, what is run, and how results are merged. */
export function ProjectSettings({ project }: { readonly project: ProjectView }) {
  const [form, setForm] = useState(() => formOf(project));
  const set = (name: keyof Form) => (text: string) => setForm((previous) => ({ ...previous, [name]: text }));
  const changes = changesIn(form, project);
  const unsaved = Object.keys(changes).length > 0;
  const save = useMutation(
    trpc.projects.set.mutationOptions({
      onSuccess: () => {
        toast({ state: 'done', text: `Saved ${project.name}` });
        refresh('projects');
      },
    }),
  );
  return (
    <form
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: project.id, ...changes });
      }}
    >
      <UnsavedGuard unsaved={unsaved && !save.isPending} />
      <Field label="Goal" hint="What the project is for; every agent sees it.">
        {(ids) => <Textarea {...ids} value={form.goal} onChange={(event) => set('goal')(event.target.value)} />}
      </Field>
      <LinesField
        label="Constraints"
        hint="What agents must follow."
        value={form.constraints}
        onChange={set('constraints')}
      />
      <LinesField
        label="Checks"
        hint="Commands run on the merged result, in order. A name may go before one: tests: npm test."
        mono
        value={form.checks}
        onChange={set('checks')}
      />
      <Field label="Time limit of a check" aside="seconds">
        {(ids) => (
          <Input
            {...ids}
            type="number"
            min={1}
            value={form.checkTimeout}
            onChange={(event) => set('checkTimeout')(event.target.value)}
          />
        )}
      </Field>
      <Field label="Set-up command" hint="Run in every new worktree after the project's files are copied in.">
        {(ids) => (
          <Input
            {...ids}
            mono
            value={form.setupCommand}
            onChange={(event) => set('setupCommand')(event.target.value)}
          />
        )}
      </Field>
      <Field label="Agents start on">
        {({ id }) => (
          <Select
            id={id}
            options={dispatches}
            value={form.dispatch}
            onChange={(event) => set('dispatch')(event.target.value)}
          />
        )}
      </Field>
      <Field label="Merged as">
        {({ id }) => (
          <Select
            id={id}
            options={mergeStyles}
            value={form.mergeStyle}
            onChange={(event) => set('mergeStyle')(event.target.value)}
          />
        )}
      </Field>
      {save.error && (
        <p role="alert" className="text-small text-danger-fg">
          {refusalText(save.error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        {unsaved && (
          <Button variant="quiet" className="max-md:h-11" onClick={() => setForm(formOf(project))}>
            Discard
          </Button>
        )}
        <Button type="submit" variant="primary" className="max-md:h-11" disabled={!unsaved || save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
