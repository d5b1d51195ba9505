/** The parts of the API whose answers an event may change. */
export type Root =
  | 'tasks'
  | 'runs'
  | 'merges'
  | 'projects'
  | 'accounts'
  | 'config'
  | 'dispatch'
  | 'agents'
  | 'inbox'
  | 'messages'
  | 'rules'
  | 'system';

const rootsByPrefix: Readonly<Record<string, readonly Root[]>> = {
  // What is open about a task is over once the task goes on.
  task: ['tasks', 'inbox', 'agents', 'dispatch', 'system'],
  // “Always” makes a rule that an item leads to; an agent waits while it asks.
  inbox: ['inbox', 'rules', 'agents', 'dispatch', 'system'],
  message: ['messages', 'dispatch'],
  rule: ['rules'],
  // To whom a message goes changes when a run begins or ends.
  run: ['runs', 'tasks', 'agents', 'messages', 'dispatch', 'system'],
  merge: ['merges', 'tasks', 'runs', 'dispatch', 'system'],
  project: ['projects', 'tasks', 'merges'],
  account: ['accounts', 'runs', 'dispatch'],
  config: ['config', 'dispatch', 'system'],
  agent: ['agents', 'system'],
  dispatch: ['dispatch', 'system'],
};

/** Which parts to fetch anew after an event of this type; output of a run changes none, its log is read on. */
export function rootsOfEvent(type: string): readonly Root[] {
  if (type === 'run.output') return [];
  if (type === 'run.progressed') return ['runs', 'agents', 'system'];
  const prefix = type.slice(0, type.indexOf('.'));
  return rootsByPrefix[prefix] ?? ['system'];
}
