import { Checkbox, Field, FormDialog, Input, LabelTag, Select, Textarea } from '@cw/ui';
import type { ReactNode } from 'react';
import { refusalText } from '../../data/api.ts';
import { NamedTasks } from '../../entities/task/named-tasks.tsx';
import { TaskPicker } from '../../entities/task/task-picker.tsx';
import { capsOf } from '../../frame/keys.ts';
import { closeWindow, type NewTaskPreset } from '../../frame/layout.ts';
import { LabelEditor } from './label-editor.tsx';
import { PrioritySelect } from './priority-select.tsx';
import { type NewTask, useNewTask } from './use-new-task.ts';

const noTasks: readonly string[] = [];
const usualTypes = ['task', 'bug', 'feature', 'chore', 'epic', 'spike', 'decision'].map((type) => ({
  value: type,
  label: type.charAt(0).toUpperCase() + type.slice(1),
}));

function Texts({ form }: { readonly form: NewTask }) {
  return (
    <>
      <Field
        label="Title"
        error={refusalText(form.create.error)}
        missing={form.title.trim() === '' ? 'Give it a title.' : undefined}
      >
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
      <Field label="Acceptance" aside="when it is done, optional">
        {(ids) => (
          <Textarea
            {...ids}
            short
            value={form.acceptance}
            onChange={(event) => form.setAcceptance(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}

function Choices({ form }: { readonly form: NewTask }) {
  const { project } = form;
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Field label="Project" missing={project.missing}>
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
      <Field label="Due">
        {(ids) => (
          <Input
            {...ids}
            placeholder="2026-03-01 or 3d"
            value={form.due}
            onChange={(event) => form.setDue(event.target.value)}
          />
        )}
      </Field>
      <Field label="Model">
        {(ids) => (
          <Input
            {...ids}
            placeholder="As in the project"
            value={form.model}
            onChange={(event) => form.setModel(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="w-20 text-small font-medium text-fg-2">{name}</span>
      {children}
    </div>
  );
}

/** Writes down a task. Its texts stay as a draft when the window is closed. */
export function NewTaskDialog(preset: NewTaskPreset) {
  const form = useNewTask(preset);
  const { create, project } = form;
  return (
    <FormDialog
      onClose={closeWindow}
      title="New task"
      action="Create task"
      shortcut={capsOf('mod+enter')}
      ready={!create.isPending}
      onSubmit={() => create.mutate()}
      aside={
        <span className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2">
          <Checkbox checked={form.assign} disabled={!project.projectId} onChange={form.setAssign}>
            Assign now
          </Checkbox>
          {!project.projectId && <span className="text-small text-fg-3">{project.whyNotAssign}</span>}
        </span>
      }
    >
      <Texts form={form} />
      <Choices form={form} />
      <Line name="Labels">
        {form.labels.map((label) => (
          <LabelTag
            key={label}
            name={label}
            onRemove={() => form.setLabels(form.labels.filter((each) => each !== label))}
          />
        ))}
        <LabelEditor labels={form.labels} onChange={form.setLabels} />
      </Line>
      <Line name="Parent">
        {form.parent ? (
          <NamedTasks ids={[form.parent]} remove="Remove it from" onRemove={() => form.setParent(undefined)} />
        ) : (
          <TaskPicker label="Add a parent" except={noTasks} onPick={form.setParent} />
        )}
      </Line>
      <Line name="Waits for">
        <NamedTasks
          ids={form.needs}
          remove="Remove the dependency on"
          onRemove={(id) => form.setNeeds(form.needs.filter((each) => each !== id))}
        />
        <TaskPicker label="Add dependency" except={form.needs} onPick={(id) => form.setNeeds([...form.needs, id])} />
      </Line>
    </FormDialog>
  );
}
