import type { CliArgument, CliOption } from '@cw/entry';

/** What a line can name: by its id, its name, or an unambiguous start of either. */
export type Thing =
  | 'account'
  | 'actor'
  | 'agent'
  | 'assignee'
  | 'backup'
  | 'comment'
  | 'event-kind'
  | 'item'
  | 'label'
  | 'merge'
  | 'message'
  | 'project'
  | 'proposal'
  | 'recipient'
  | 'rule'
  | 'run'
  | 'setting'
  | 'task'
  | 'thing';

/** By what the help calls it: `--needs <task>`. */
const byValue: Readonly<Record<string, Thing>> = {
  '<agent>': 'agent',
  '<comment>': 'comment',
  '<id>': 'thing',
  '<kind>': 'event-kind',
  '<label>': 'label',
  '<labels>': 'label',
  '<message>': 'message',
  '<person>': 'assignee',
  '<project>': 'project',
  '<run>': 'run',
  '<task>': 'task',
  '<type:task>': 'task',
  '<who>': 'actor',
};

const byArgument: Readonly<Record<string, Thing>> = {
  account: 'account',
  agent: 'agent',
  backup: 'backup',
  'follow-up': 'proposal',
  id: 'thing',
  item: 'item',
  items: 'item',
  key: 'setting',
  labels: 'label',
  merge: 'merge',
  merges: 'merge',
  message: 'message',
  needed: 'task',
  other: 'run',
  project: 'project',
  rule: 'rule',
  run: 'run',
  runs: 'run',
  task: 'task',
  tasks: 'task',
  to: 'recipient',
};

/** What the value of an option names; undefined where it is a word, a number or a text of its own. */
export function thingOfOption({ value, choices }: CliOption): Thing | undefined {
  return choices === undefined ? byValue[value ?? ''] : undefined;
}

export function thingOfArgument({ name, choices }: CliArgument): Thing | undefined {
  return choices === undefined ? byArgument[name] : undefined;
}
