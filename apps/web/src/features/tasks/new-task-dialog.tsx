import { Checkbox, Field, FormDialog, Input, LabelTag, Select, Textarea, toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, refusalText } from '../../data/api.ts';
import { useDraft } from '../../data/drafts.ts';
import { refresh } from '../../data/refresh.ts';
import { useProjects } from '../../entities/project/projects.ts';
import { NamedTasks } from '../../entities/task/named-tasks.tsx';
import { TaskPicker } from '../../entities/task/task-picker.tsx';
import { capsOf } from '../../frame/keys.ts';
import { closeWindow, type NewTaskPreset } from '../../frame/layout.ts';
import { LabelEditor } from './label-editor.tsx';
import { PrioritySelect, readPriority } from './priority-select.tsx';

/** Values of the project field that are no project's id: nothing is chosen yet, and the task is to have none. */
const unchosen = 'unchosen';
const none = 'none';

function useProjectChoice(preset: string | undefined) {
  const { data } = useProjects();
  const { project } = useSearch({ from: '__root__' });
  const [chosen, setChosen] = useState<string>();
  const projects = data?.items ?? [];
  const only = projects.length === 1 ? projects[0]?.id : undefined;
  const choice = chosen ?? preset ?? project ?? only ?? (projects.length > 1 ? unchosen : none);
  return {
    projectId: choice === unchosen || choice === none ? '' : choice,
    choice,
    choose: setChosen,
    asks: choice === unchosen,
    whyNotAssign:
      projects.length > 0 ? 'Agents work in a project: choose one.' : 'Agents work in a project: add one first.',
    options: [
      ...(choice === unchosen ? [{ value: unchosen, label: 'Choose a project' }] : []),
      { value: none, label: 'No project' },
      ...projects.map((each) => ({ value: each.id, label: each.name })),
    ],
  };
}

function useNewTask(preset: NewTaskPreset) {
  const [draft, setTitle, clearTitle] = useDraft('new-task.title', '');
  const [presetTitle, setPresetTitle] = useState(preset.title);
  const title = presetTitle ?? draft;
  const [description, setDescription, clearDescription] = useDraft('new-task.description', '');
  const [priority, setPriority] = useState('P2');
  const [type, setType] = useState('task');
  const [parent, setParent] = useState(preset.parentId);
  const [labels, setLabels] = useState<readonly string[]>([]);
  const [needs, setNeeds] = useState<readonly string[]>(preset.dependsOn ? [preset.dependsOn] : []);
  const [assign, setAssign] = useState(false);
  const project = useProjectChoice(preset.projectId);
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: async () => {
      const task = await api.tasks.create.mutate({
        title: title.trim(),
        description,
        priority: readPriority(priority),
        type,
        ...(parent ? { parent } : {}),
        labels: [...labels],
        ...(project.projectId ? { project: project.projectId } : {}),
        needs: [...needs],
      });
      clearTitle();
      clearDescription();
      if (!assign) return { task, assignError: undefined };
      const assignError = await api.tasks.assign.mutate({ ids: [task.id] }).then(
        () => undefined,
        (error: unknown) => refusalText(error),
      );
      return { task, assignError };
    },
    onSuccess: ({ task, assignError }) => {
      refresh('tasks');
      closeWindow();
      const open = () => void navigate({ to: '/tasks/$taskId', params: { taskId: task.id }, search: true });
      const text = assignError
        ? `Created “${task.title}”, but not assigned: ${assignError}`
        : `${assign ? 'Created and assigned' : 'Created'} “${task.title}”`;
      toast({ state: assignError ? 'failed' : 'done', text, action: { label: 'Open', run: open } });
    },
  });
  const rename = (next: string) => {
    setPresetTitle(undefined);
    setTitle(next);
  };
  const place = { type, setType, parent, setParent };
  const fields = {
    ...place,
    title,
    setTitle: rename,
    description,
    setDescription,
    priority,
    setPriority,
    labels,
    setLabels,
  };
  return { ...fields, needs, setNeeds, assign, setAssign, project, create };
}

const noTasks: readonly string[] = [];
const usualTypes = ['task', 'bug', 'feature', 'chore', 'epic', 'spike', 'decision'].map((type) => ({
  value: type,
  label: type.charAt(0).toUpperCase() + type.slice(1),
}));

/** Writes down a task. Title and description stay as a draft when the window is closed. */
export function NewTaskDialog(preset: NewTaskPreset) {
  const form = useNewTask(preset);
  const { create, project } = form;
  const ready = form.title.trim() !== '' && !project.asks && !create.isPending;
  return (
    <FormDialog
      onClose={closeWindow}
      title="New task"
      action="Create task"
      shortcut={capsOf('mod+enter')}
      ready={ready}
      onSubmit={() => create.mutate()}
      aside={
        <span className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2">
          <Checkbox
            checked={form.assign && Boolean(project.projectId)}
            disabled={!project.projectId}
            onChange={form.setAssign}
          >
            Assign now
          </Checkbox>
          {!project.projectId && <span className="text-small text-fg-3">{project.whyNotAssign}</span>}
        </span>
      }
    >
      <Field label="Title" error={refusalText(create.error)}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            required
            value={form.title}
            onChange={(event) => form.setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label="Description" aside="markdown, optional">
        {(ids) => (
          <Textarea {...ids} value={form.description} onChange={(event) => form.setDescription(event.target.value)} />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Field label="Project" hint={project.asks ? 'Choose a project, or none.' : undefined}>
          {(ids) => (
            <Select
              {...ids}
              value={project.choice}
              options={project.options}
              onChange={(event) => project.choose(event.target.value)}
            />
          )}
        </Field>
        <Field label="Priority">
          {({ id }) => <PrioritySelect id={id} value={form.priority} onChange={form.setPriority} />}
        </Field>
        <Field label="Type">
          {(ids) => (
            <Select
              {...ids}
              value={form.type}
              options={usualTypes}
              onChange={(event) => form.setType(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="w-20 text-small font-medium text-fg-2">Labels</span>
        {form.labels.map((label) => (
          <LabelTag
            key={label}
            name={label}
            onRemove={() => form.setLabels(form.labels.filter((each) => each !== label))}
          />
        ))}
        <LabelEditor labels={form.labels} onChange={form.setLabels} />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="w-20 text-small font-medium text-fg-2">Parent</span>
        {form.parent ? (
          <NamedTasks ids={[form.parent]} remove="Remove it from" onRemove={() => form.setParent(undefined)} />
        ) : (
          <TaskPicker label="Add a parent" except={noTasks} onPick={form.setParent} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="w-20 text-small font-medium text-fg-2">Waits for</span>
        <NamedTasks
          ids={form.needs}
          remove="Remove the dependency on"
          onRemove={(id) => form.setNeeds(form.needs.filter((each) => each !== id))}
        />
        <TaskPicker label="Add dependency" except={form.needs} onPick={(id) => form.setNeeds([...form.needs, id])} />
      </div>
    </FormDialog>
  );
}
