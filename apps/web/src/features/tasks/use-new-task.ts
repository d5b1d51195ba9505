import { toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, refusalText } from '../../data/api.ts';
import { useDraft } from '../../data/drafts.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { readStored, writeStored } from '../../data/stored.ts';
import { useProjects } from '../../entities/project/projects.ts';
import { closeWindow, type NewTaskPreset } from '../../frame/layout.ts';
import { isAmongTasks } from '../../frame/places.ts';
import { readPriority } from './priority-select.tsx';

/** Values of the project field that are no project's id: nothing is chosen yet, and the task is to have none. */
const unchosen = 'unchosen';
const none = 'none';

/** Where the project of the last new task is kept. */
const lastProject = 'cw.new-task.project';

/** Where a new task belongs: as chosen, else where one is, else as the one before. */
function useProjectChoice(preset: string | undefined) {
  const { data } = useProjects();
  const { project } = useSearch({ from: '__root__' });
  const [chosen, setChosen] = useState<string>();
  const projects = data?.items ?? [];
  const [last] = useState(() => readStored(lastProject));
  const known = last === none || projects.some(({ id }) => id === last) ? last : undefined;
  const only = projects.length === 1 ? projects[0]?.id : undefined;
  const choice = chosen ?? preset ?? project ?? known ?? only ?? (projects.length > 1 ? unchosen : none);
  return {
    projectId: choice === unchosen || choice === none ? '' : choice,
    choice,
    choose: setChosen,
    keep: () => writeStored(lastProject, choice),
    missing: choice === unchosen ? 'Choose a project, or none.' : undefined,
    whyNotAssign:
      projects.length > 0 ? 'Agents work in a project: choose one.' : 'Agents work in a project: add one first.',
    options: [
      ...(choice === unchosen ? [{ value: unchosen, label: 'Choose a project' }] : []),
      { value: none, label: 'No project' },
      ...projects.map((each) => ({ value: each.id, label: each.name })),
    ],
  };
}

/** The texts of a task that are kept until it is created. */
function useTexts(presetTitle: string | undefined) {
  const [draft, setTitle, clearTitle] = useDraft('new-task.title', '');
  const [given, setGiven] = useState(presetTitle);
  const [description, setDescription, clearDescription] = useDraft('new-task.description', '');
  const [acceptance, setAcceptance, clearAcceptance] = useDraft('new-task.acceptance', '');
  return {
    title: given ?? draft,
    setTitle: (next: string) => {
      setGiven(undefined);
      setTitle(next);
    },
    description,
    setDescription,
    acceptance,
    setAcceptance,
    clear: () => {
      for (const each of [clearTitle, clearDescription, clearAcceptance]) each();
    },
  };
}

/** What is chosen for it; all of it may stay as it is. */
function useChoices({ parentId, dependsOn }: NewTaskPreset) {
  const [priority, setPriority] = useState('P2');
  const [type, setType] = useState('task');
  const [parent, setParent] = useState(parentId);
  const [labels, setLabels] = useState<readonly string[]>([]);
  const [needs, setNeeds] = useState<readonly string[]>(dependsOn ? [dependsOn] : []);
  const [due, setDue] = useState('');
  const [model, setModel] = useState('');
  const [assign, setAssign] = useState(false);
  const small = { due, setDue, model, setModel, assign, setAssign };
  return { ...small, priority, setPriority, type, setType, parent, setParent, labels, setLabels, needs, setNeeds };
}

/** Sets what a task has besides its own fields; answers why not, where that is refused. */
async function follow(id: string, { model, assign }: { model: string; assign: boolean }): Promise<string | undefined> {
  try {
    if (model) await api.config.set.mutate({ key: 'agents.model', value: model, scope: 'task', scopeId: id });
    if (assign) await api.tasks.assign.mutate({ ids: [id] });
    return undefined;
  } catch (error) {
    return refusalText(error);
  }
}

/** A task that is being written. Its texts stay as a draft when the window is closed. */
export function useNewTask(preset: NewTaskPreset) {
  const texts = useTexts(preset.title);
  const choices = useChoices(preset);
  const project = useProjectChoice(preset.projectId);
  const navigate = useNavigate();
  const { parent, labels, needs, due, type } = choices;
  const assign = choices.assign && Boolean(project.projectId);
  const create = useMutation({
    mutationFn: async () => {
      const task = await api.tasks.create.mutate({
        title: texts.title.trim(),
        description: texts.description,
        ...(texts.acceptance.trim() ? { acceptance: texts.acceptance } : {}),
        priority: readPriority(choices.priority),
        type,
        ...(due.trim() ? { due: due.trim() } : {}),
        ...(parent ? { parent } : {}),
        labels: [...labels],
        ...(project.projectId ? { project: project.projectId } : {}),
        needs: [...needs],
      });
      texts.clear();
      project.keep();
      return { task, refused: await follow(task.id, { model: choices.model.trim(), assign }) };
    },
    onSuccess: ({ task, refused }) => {
      refresh('tasks', 'config');
      closeWindow();
      const open = () =>
        void navigate({
          to: '/tasks/$taskId',
          params: { taskId: task.id },
          search: isAmongTasks() || onlyProject,
        });
      const text = refused
        ? `Created “${task.title}”, but ${assign ? 'not assigned' : 'its model is not set'}: ${refused}`
        : `${assign ? 'Created and assigned' : 'Created'} “${task.title}”`;
      toast({ state: refused ? 'failed' : 'done', text, action: { label: 'Open', run: open } });
    },
  });
  return { ...texts, ...choices, assign, project, create };
}

export type NewTask = ReturnType<typeof useNewTask>;
