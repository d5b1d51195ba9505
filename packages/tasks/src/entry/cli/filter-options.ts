// What lists of tasks can be narrowed by; `--where` says all of it and more.
import type { CliOption } from '@cw/entry';
import { assignee, label, parent, priority, project, type } from './common-options.ts';

const date = (name: string, what: string): CliOption => ({ name, value: '<date>', description: what });

const where: CliOption = { name: 'where', short: 'w', value: '<query>', description: 'a query, as for cw task query' };

/** For who stands in the repository of a project and means more. */
export const allProjects: CliOption = { name: 'all-projects', description: 'of every project, wherever you are' };

/** What work is picked by. */
export const workOptions: readonly CliOption[] = [
  { ...priority, value: '<P0-P3>', repeatable: true, description: 'one, or a range such as 0-1; repeatable' },
  { ...type, repeatable: true },
  label,
  { name: 'any-label', value: '<label>', repeatable: true, description: 'at least one of these labels' },
  { name: 'not-label', value: '<label>', repeatable: true, description: 'none of these labels' },
  { ...assignee, description: 'who should do it; none for nobody' },
  { ...parent, description: 'the task it is a part of; none for none' },
  { ...project, description: 'name or id of its project, by default that of this folder; none for none' },
  allProjects,
  where,
];

/** What every list of tasks can be narrowed by. */
export const filterOptions: readonly CliOption[] = [
  {
    name: 'status',
    short: 's',
    value: '<status>',
    repeatable: true,
    description: 'open, in_progress, blocked or closed',
  },
  {
    name: 'state',
    value: '<state>',
    repeatable: true,
    description:
      'open, ready, in-progress, waiting, limited, needs-plan, needs-you, verifying, merging, done, failed or cancelled',
  },
  { name: 'ready', description: 'can be started now' },
  { name: 'blocked', description: 'waits for others, for a person, or for its plan' },
  { name: 'overdue', description: 'due before now and not closed' },
  { name: 'needs-breakdown', description: 'epics without a child' },
  ...workOptions,
  { name: 'priority-max', value: '<P0-P3>', description: 'this priority or a more urgent one' },
  { name: 'priority-min', value: '<P0-P3>', description: 'this priority or a less urgent one' },
  { name: 'holder', value: '<person>', description: 'who holds it; none for nobody' },
  { name: 'mine', description: 'what you hold or are assigned' },
  { name: 'unassigned', description: 'assigned to nobody' },
  { name: 'under', value: '<task>', description: 'the task it is below, at any depth' },
  { name: 'initiative', value: '<initiative>', description: 'its initiative; none for none' },
  { name: 'text', value: '<text>', description: 'words in the title or the description' },
  date('created-after', 'created at this time or later: 2026-03-01, 7d (ago), yesterday'),
  date('created-before', 'created before this time'),
  date('updated-after', 'changed at this time or later'),
  date('updated-before', 'not changed since this time'),
  date('closed-after', 'closed at this time or later'),
  date('closed-before', 'closed before this time'),
  date('due-after', 'due at this time or later; 7d is in seven days'),
  date('due-before', 'due before this time'),
  { name: 'all', description: 'closed ones too' },
  { name: 'trash', description: 'deleted tasks only' },
];

/** How a list is put in order. */
export const orderOptions: readonly CliOption[] = [
  {
    name: 'sort',
    value: '<order>',
    description:
      'priority, created, updated, closed, due, title, id, status, type, assignee or estimate; several with commas, - reverses one',
  },
  { name: 'reverse', description: 'reverse the order' },
  { name: 'tree', description: 'children below their parents' },
];
