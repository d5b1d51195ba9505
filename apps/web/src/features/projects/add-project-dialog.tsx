import { Field, FormDialog, Input, Textarea, toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { refusalText, trpc } from '../../data/api.ts';
import { useDraft } from '../../data/drafts.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { closeWindow } from '../../frame/layout.ts';
import { LinesField, readLines } from './lines-field.tsx';

function useAddProject() {
  const [source, setSource, clearSource] = useDraft('add-project.source', '');
  const [name, setName, clearName] = useDraft('add-project.name', '');
  const [checks, setChecks, clearChecks] = useDraft('add-project.checks', '');
  const [goal, setGoal, clearGoal] = useDraft('add-project.goal', '');
  const navigate = useNavigate();
  const add = useMutation(
    trpc.projects.add.mutationOptions({
      onSuccess: (project) => {
        for (const clear of [clearSource, clearName, clearChecks, clearGoal]) clear();
        refresh('projects');
        closeWindow();
        toast({ state: 'done', text: `Added ${project.name}` });
        void navigate({
          to: '/projects/$projectId',
          params: { projectId: project.id },
          search: onlyProject,
        });
      },
    }),
  );
  const submit = () =>
    add.mutate({
      source: source.trim(),
      checks: readLines(checks),
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(goal.trim() ? { goal: goal.trim() } : {}),
    });
  return { source, setSource, name, setName, checks, setChecks, goal, setGoal, add, submit };
}

/** Adds a repository as a project. */
export function AddProjectDialog() {
  const form = useAddProject();
  return (
    <FormDialog
      onClose={closeWindow}
      title="Add project"
      description="Agents work on a private clone. Your checkout, index and branches are never touched."
      action={form.add.isPending ? 'Cloning' : 'Add project'}
      ready={!form.add.isPending}
      onSubmit={form.submit}
    >
      <Field
        label="Repository"
        hint="A path on this machine, or a git URL."
        error={refusalText(form.add.error)}
        missing={form.source.trim() === '' ? 'Give the path or URL of a repository.' : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            required
            mono
            placeholder="/home/me/code/fieldnote"
            value={form.source}
            onChange={(event) => form.setSource(event.target.value)}
          />
        )}
      </Field>
      <Field label="Name" aside="optional" hint="By default, taken from the repository.">
        {(ids) => <Input {...ids} value={form.name} onChange={(event) => form.setName(event.target.value)} />}
      </Field>
      <LinesField
        label="Checks"
        hint="Commands run on the merged result. Without one, merges are shown as unchecked."
        mono
        value={form.checks}
        onChange={form.setChecks}
      />
      <Field label="Goal" aside="optional" hint="What the project is for; every agent sees it.">
        {(ids) => <Textarea {...ids} value={form.goal} onChange={(event) => form.setGoal(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
