import { LabelTag, Menu, MenuChoices, PriorityIcon, PropertyRow, priorityNames, RelativeTime } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import { refusalText } from '../../shared/api.ts';
import type { TaskView } from '../../shared/api-types.ts';
import { useProjects } from '../../shared/projects.ts';
import { LabelEditor } from './label-editor.tsx';
import { TaskHolder } from './task-holder.tsx';
import { taskPriorities } from './task-search.ts';
import { useTaskUpdate } from './use-task-update.ts';

const editable =
  '-mx-1.5 inline-flex min-h-6 items-center gap-1.5 rounded-key px-1.5 text-left hover:bg-hover data-[state=open]:bg-active';

function ProjectProperty({
  task,
  onChange,
}: {
  readonly task: TaskView;
  readonly onChange: (projectId: string) => void;
}) {
  const { data } = useProjects();
  const name = data?.items.find((project) => project.id === task.projectId)?.name;
  if (task.projectId) {
    return (
      <Link to="/projects/$projectId" params={{ projectId: task.projectId }} search={true} className="hover:underline">
        {name ?? task.projectId}
      </Link>
    );
  }
  return (
    <Menu
      trigger={
        <button type="button" className={`${editable} text-fg-3`}>
          None, so no agent can work on it
        </button>
      }
    >
      <MenuChoices
        label="Project"
        value=""
        onChange={onChange}
        options={(data?.items ?? []).map((project) => ({ value: project.id, label: project.name }))}
      />
    </Menu>
  );
}

/** The facts of a task, most of them changed where they stand. */
export function TaskProperties({ task }: { readonly task: TaskView }) {
  const update = useTaskUpdate();
  return (
    <>
      <dl className="mt-4 flex flex-col">
        <PropertyRow name="Priority">
          <Menu
            trigger={
              <button type="button" className={editable} aria-label={`Priority: ${priorityNames[task.priority]}`}>
                <PriorityIcon priority={task.priority} bare />
                {priorityNames[task.priority]}
              </button>
            }
          >
            <MenuChoices
              label="Priority"
              value={task.priority}
              onChange={(next) => {
                const priority = taskPriorities.find((each) => each === next);
                if (priority) update.mutate({ id: task.id, priority });
              }}
              options={taskPriorities.map((value) => ({
                value,
                label: priorityNames[value],
                icon: <PriorityIcon priority={value} bare />,
              }))}
            />
          </Menu>
        </PropertyRow>
        {(task.assignee || task.lease) && (
          <PropertyRow name="Agent">
            <TaskHolder task={task} />
          </PropertyRow>
        )}
        <PropertyRow name="Project">
          <ProjectProperty task={task} onChange={(projectId) => update.mutate({ id: task.id, project: projectId })} />
        </PropertyRow>
        <PropertyRow name="Labels">
          {task.labels.map((label) => (
            <LabelTag
              key={label}
              name={label}
              onRemove={() => update.mutate({ id: task.id, labels: task.labels.filter((each) => each !== label) })}
            />
          ))}
          <LabelEditor
            labels={task.labels}
            onChange={(labels) => update.mutate({ id: task.id, labels: [...labels] })}
          />
        </PropertyRow>
        {task.script && (
          <PropertyRow name="Script">
            <code className="wrap-anywhere whitespace-pre-wrap">{task.script}</code>
          </PropertyRow>
        )}
        <PropertyRow name="Changed">
          <RelativeTime at={task.updatedAt} className="text-fg-2" />
        </PropertyRow>
      </dl>
      {update.error && (
        <p role="alert" className="mt-1 text-small text-danger-fg">
          {refusalText(update.error)}
        </p>
      )}
    </>
  );
}
