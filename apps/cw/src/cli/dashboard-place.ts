import { agentRefusals, findAgentRecord, findRun, runRefusals } from '@cw/agents';
import { type Refusal, toRefusal } from '@cw/entry';
import { findMerge, mergeRefusals } from '@cw/integration';
import { err, type IdKind, idPrefixes, ok, type Result, step } from '@cw/kernel';
import { findItem, findMessage, findRule, inboxRefusals, mailRefusals, ruleRefusals } from '@cw/messages';
import { findProject, projectRefusals } from '@cw/projects';
import type { ReadDb } from '@cw/storage';
import { findTask, taskRefusal } from '@cw/tasks';

/** A thing that the dashboard has a place for, and the path of that place. */
export type DashboardPlace = { readonly id: string; readonly path: string };

type Look = { readonly read: ReadDb; readonly home: string };
type Finder = (look: Look, id: string) => Promise<Result<DashboardPlace, Refusal>>;

/** How each kind of thing is found, in the order in which an id without its beginning is tried. */
const finders: Readonly<Partial<Record<IdKind, Finder>>> = {
  task: async ({ read }, id) => {
    const found = await findTask(read, id);
    return found.ok ? at('/tasks', found.value) : err(taskRefusal(found.error));
  },
  run: async ({ read }, id) => {
    const found = await findRun(read, id);
    return found.ok ? at('/runs', found.value.id) : err(toRefusal(runRefusals, found.error));
  },
  mergeRequest: async ({ read }, id) => {
    const found = await findMerge(read, id);
    return found.ok ? at('/merges', found.value.id) : err(toRefusal(mergeRefusals, found.error));
  },
  inboxItem: async ({ read }, id) => {
    const found = await findItem(read, id);
    return found.ok ? at('/inbox', found.value.id) : err(toRefusal(inboxRefusals, found.error));
  },
  project: async ({ read, home }, id) => {
    const found = await findProject(read, home, id);
    return found.ok ? at('/projects', found.value.id) : err(toRefusal(projectRefusals, found.error));
  },
  agent: async ({ read }, id) => {
    const found = await findAgentRecord(read, id);
    return found.ok ? at('/agents', found.value.id) : err(toRefusal(agentRefusals, found.error));
  },
  message: async ({ read }, id) => {
    const found = await findMessage(read, id);
    return found.ok ? at('/inbox/messages', found.value.threadId) : err(toRefusal(mailRefusals, found.error));
  },
  rule: async ({ read }, id) => {
    const found = await findRule(read, id);
    return found.ok ? at('/settings/permissions', found.value.id) : err(toRefusal(ruleRefusals, found.error));
  },
};

/**
 * Where the dashboard shows a thing: a task, run, merge, inbox item, project, agent, message or rule, by its id, an unambiguous
 * start of it with or without the letters before the underscore, or its name.
 */
export async function dashboardPlace(look: Look, thing: string): Promise<Result<DashboardPlace, Refusal>> {
  const kind = kindOf(thing);
  const own = kind === undefined ? undefined : finders[kind];
  if (own !== undefined) return own(look, thing);
  const named = await namedPlace(look, thing);
  if (named !== undefined) return ok(named);
  const found = await everywhere(look, thing);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return ok(only);
  return err(only === undefined ? notFound(thing) : ambiguous(thing, found));
}

function at(folder: string, id: string): Result<DashboardPlace, Refusal> {
  return ok(placeAt(folder, id));
}

function placeAt(folder: string, id: string): DashboardPlace {
  return { id, path: `${folder}/${id}` };
}

function kindOf(thing: string): IdKind | undefined {
  const [prefix, rest] = thing.split('_');
  if (rest === undefined) return undefined;
  return (Object.keys(idPrefixes) as IdKind[]).find((kind) => idPrefixes[kind] === prefix);
}

/** What has a name is meant by its whole name before anything is meant by the start of an id. */
async function namedPlace({ read, home }: Look, thing: string): Promise<DashboardPlace | undefined> {
  const project = await findProject(read, home, thing);
  if (project.ok && project.value.name === thing) return placeAt('/projects', project.value.id);
  const agent = await findAgentRecord(read, thing);
  return agent.ok && agent.value.name === thing ? placeAt('/agents', agent.value.id) : undefined;
}

async function everywhere(look: Look, thing: string): Promise<readonly DashboardPlace[]> {
  const places = new Map<string, DashboardPlace>();
  const task = await finders.task?.(look, thing);
  if (task?.ok) places.set(task.value.id, task.value);
  for (const kind of Object.keys(finders) as IdKind[]) {
    if (kind === 'task') continue;
    const found = await finders[kind]?.(look, `${idPrefixes[kind]}_${thing}`);
    if (found?.ok) places.set(found.value.id, found.value);
  }
  return [...places.values()];
}

function notFound(thing: string): Refusal {
  return {
    code: 'open.not-found',
    message: `Nothing has an id that starts with “${thing.slice(0, 80)}”, and no project or agent has that name.`,
    hint: 'Give the id of a task, run, merge, inbox item, project, agent, message or rule, or the start of one.',
    next: [step('See what there is and what needs you', 'status')],
    kind: 'not-found',
  };
}

function ambiguous(thing: string, found: readonly DashboardPlace[]): Refusal {
  return {
    code: 'open.ambiguous',
    message: `“${thing.slice(0, 80)}” is the start of several ids: ${found.map(({ id }) => id).join(', ')}.`,
    hint: 'Type more of the id, with the letters before the underscore.',
  };
}
