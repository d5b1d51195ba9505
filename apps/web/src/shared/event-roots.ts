/** The parts of the API whose answers an event may change. */
export type Root = 'tasks' | 'runs' | 'merges' | 'projects' | 'accounts' | 'config' | 'dispatch' | 'system';

const rootsByPrefix: Readonly<Record<string, readonly Root[]>> = {
  task: ['tasks', 'dispatch', 'system'],
  run: ['runs', 'tasks', 'dispatch', 'system'],
  merge: ['merges', 'tasks', 'runs', 'dispatch', 'system'],
  project: ['projects', 'tasks', 'merges'],
  account: ['accounts', 'runs', 'dispatch'],
  config: ['config', 'dispatch', 'system'],
  dispatch: ['dispatch', 'system'],
};

/** Which parts to fetch anew after an event of this type; output of a run changes none, its log is read on. */
export function rootsOfEvent(type: string): readonly Root[] {
  if (type === 'run.output') return [];
  if (type === 'run.progressed') return ['runs', 'system'];
  const prefix = type.slice(0, type.indexOf('.'));
  return rootsByPrefix[prefix] ?? ['system'];
}
