import { Button, IconButton, LabelTag, PriorityIcon, PropertyRow, priorityNames, RelativeTime } from '@cw/ui';
import { ArrowRight, X } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { EntityLink } from '../../entities/event/event-sentence.tsx';
import { useProjects } from '../../entities/project/projects.ts';
import { TaskPicker } from '../../entities/task/task-picker.tsx';
import { LabelEditor } from './label-editor.tsx';
import { TaskHolder, useHolder } from './task-holder.tsx';
import { ChoiceProperty, PropertyError, TextProperty } from './task-property.tsx';
import { TaskRareProperties } from './task-rare-properties.tsx';
import { taskPriorities } from './task-search.ts';
import { useTaskChoice } from './use-task-update.ts';

type TaskProps = { readonly task: TaskView };

function Priority({ task }: TaskProps) {
  return (
    <ChoiceProperty
      task={task}
      name="Priority"
      value={task.priority}
      shown={
        <>
          <PriorityIcon priority={task.priority} bare />
          {priorityNames[task.priority]}
        </>
      }
      toChange={(next) => ({ priority: taskPriorities.find((each) => each === next) ?? task.priority })}
      options={taskPriorities.map((value) => ({
        value,
        label: priorityNames[value],
        icon: <PriorityIcon priority={value} bare />,
      }))}
    />
  );
}

const usualTypes = ['task', 'bug', 'feature', 'epic', 'chore', 'spike', 'decision'];

function Type({ task }: TaskProps) {
  const [writing, setWriting] = useState(false);
  const known = usualTypes.includes(task.type) ? usualTypes : [...usualTypes, task.type];
  if (writing) {
    return (
      <TextProperty
        task={task}
        field="type"
        name="Type"
        text={task.type}
        placeholder="One lowercase word"
        toChange={(type) => ({ type })}
      />
    );
  }
  return (
    <ChoiceProperty
      task={task}
      name="Type"
      value={task.type}
      shown={<span className="first-letter:uppercase">{task.type}</span>}
      toChange={(type) => ({ type })}
      options={known.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))}
      onOther={() => setWriting(true)}
    />
  );
}

function Project({ task }: TaskProps) {
  const { data } = useProjects();
  const options = (data?.items ?? []).map((project) => ({ value: project.id, label: project.name }));
  const name = options.find((option) => option.value === task.projectId)?.label;
  return (
    <ChoiceProperty
      task={task}
      name="Project"
      value={task.projectId ?? ''}
      shown={
        task.projectId ? (name ?? task.projectId) : <span className="text-fg-3">None, so no agent can work on it</span>
      }
      toChange={(project) => ({ project: project || null })}
      options={[{ value: '', label: 'None' }, ...options]}
      aside={
        task.projectId && (
          <Link
            to="/projects/$projectId"
            params={{ projectId: task.projectId }}
            search={true}
            aria-label="Open the project"
            title="Open the project"
            className="inline-flex size-5.5 items-center justify-center rounded-key text-fg-mute hover:bg-hover hover:text-fg max-md:size-11"
          >
            <ArrowRight aria-hidden="true" size={13} />
          </Link>
        )
      }
    />
  );
}

function Parent({ task }: TaskProps) {
  const { choose, error } = useTaskChoice(task);
  const { parentId } = task;
  const { data } = useQuery({ ...trpc.tasks.show.queryOptions({ id: parentId ?? '' }), enabled: parentId !== null });
  const move = (parent: string | null, said: string) =>
    choose({ change: { parent }, before: { parent: parentId }, said });
  return (
    <PropertyRow name="Parent" touch>
      {parentId ? (
        <>
          <span className="min-w-0 truncate">
            <EntityLink id={parentId} title={data?.title} />
          </span>
          <IconButton
            label="Remove it from its parent"
            size="small"
            className="-my-0.5 max-md:size-11"
            onClick={() => move(null, 'No parent')}
          >
            <X />
          </IconButton>
        </>
      ) : (
        <TaskPicker label="Add parent" except={[task.id]} onPick={(id) => move(id, 'Parent set')} />
      )}
      <PropertyError error={refusalText(error)} />
    </PropertyRow>
  );
}

function Labels({ task }: TaskProps) {
  const { choose, error } = useTaskChoice(task);
  const set = (labels: readonly string[], said: string) =>
    choose({ change: { labels: [...labels] }, before: { labels: [...task.labels] }, said });
  return (
    <PropertyRow name="Labels" touch>
      {task.labels.map((label) => (
        <LabelTag
          key={label}
          name={label}
          onRemove={() =>
            set(
              task.labels.filter((each) => each !== label),
              `Removed the label ${label}`,
            )
          }
        />
      ))}
      <LabelEditor
        labels={task.labels}
        onChange={(labels) =>
          set(labels, `Added the label ${labels.filter((label) => !task.labels.includes(label)).join(', ')}`)
        }
      />
      <PropertyError error={refusalText(error)} />
    </PropertyRow>
  );
}

function Dates({ task }: TaskProps) {
  const dates = [
    ['Created', task.createdAt],
    ['Started', task.startedAt],
    ['Closed', task.closedAt],
    ['Changed', task.updatedAt],
  ] as const;
  return dates.map(
    ([name, at]) =>
      at && (
        <PropertyRow key={name} name={name}>
          <RelativeTime at={at} className="text-fg-2" />
        </PropertyRow>
      ),
  );
}

/** The facts of a task, each changed where it stands. Those that most tasks leave empty are shown on demand. */
export function TaskProperties({ task }: TaskProps) {
  const [all, setAll] = useState(false);
  const holder = useHolder(task);
  return (
    <>
      <dl className="mt-4 flex flex-col">
        <Priority task={task} />
        <Type task={task} />
        <TextProperty
          task={task}
          field="assignee"
          name={task.lease ? 'Held by' : 'Assignee'}
          text={task.assignee ?? ''}
          shown={<TaskHolder task={task} />}
          said={holder.name}
          placeholder="A person, an agent or a role"
          toChange={(text) => ({ assignee: text.trim() || null })}
        />
        <Project task={task} />
        {(task.parentId || all) && <Parent task={task} />}
        <Labels task={task} />
        <TaskRareProperties task={task} all={all} />
        {all && <Dates task={task} />}
        {!all && (
          <PropertyRow name="Changed">
            <RelativeTime at={task.updatedAt} className="text-fg-2" />
          </PropertyRow>
        )}
      </dl>
      <Button
        variant="quiet"
        size="small"
        className="-ml-2 self-start text-fg-3 max-md:h-11"
        aria-expanded={all}
        onClick={() => setAll(!all)}
      >
        {all ? 'Fewer fields' : 'All fields'}
      </Button>
    </>
  );
}
