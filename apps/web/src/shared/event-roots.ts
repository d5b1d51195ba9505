/** The parts of the API whose answers an event may change. */
export type Root = 'tasks' | 'runs' | 'merges' | 'projects' | 'accounts' | 'config' | 'system';

const rootsByPrefix: Readonly<Record<string, readonly Root[]>> = {
  task: ['tasks', 'system'],
  run: ['runs', 'tasks', 'system'],
  merge: ['merges', 'tasks', 'runs', 'system'],
  project: ['projects', 'tasks', 'merges'],
  account: ['accounts', 'runs'],
  config: ['config', 'system'],
};

/** Which parts to fetch anew after an event of this type; output of a run changes none, its log is read on. */
export function rootsOfEvent(type: string): readonly Root[] {
  if (type === 'run.output') return [];
  if (type === 'run.progressed') return ['runs', 'system'];
  const prefix = type.slice(0, type.indexOf('.'));
  return rootsByPrefix[prefix] ?? ['system'];
}
