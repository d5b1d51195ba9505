// Arguments and options that several task commands share.
import type { CliArgument, CliOption } from '@cw/entry';
import { dependencyTypes, taskOutcomes, waitGates } from '../../model/task-view.ts';

export const task: CliArgument = {
  name: 'task',
  description: 'its id or a prefix of it, or its id in the tracker it came from',
};
export const tasks: CliArgument = {
  name: 'tasks',
  description: 'ids or prefixes of ids; several are changed together, all of them or none',
  variadic: true,
};
export const limit = (standard: number): CliOption => ({
  name: 'limit',
  short: 'n',
  value: '<count>',
  description: `rows to show, or all (${standard}; all with --quiet)`,
});
export const edit: CliOption = { name: 'edit', description: 'write it in your editor (VISUAL, EDITOR)' };
export const cursor: CliOption = {
  name: 'cursor',
  value: '<cursor>',
  description: 'continue after an earlier page: its nextCursor',
};
export const priority: CliOption = {
  name: 'priority',
  short: 'p',
  value: '<P0-P3>',
  description: 'P0 (critical) to P3 (low), or 0-3, or high, low',
};
export const type: CliOption = {
  name: 'type',
  short: 't',
  value: '<word>',
  description: 'bug, feature, task, epic, chore, spike, decision or your own',
};
export const label: CliOption = {
  name: 'label',
  short: 'l',
  value: '<label>',
  repeatable: true,
  description: 'a label; repeatable, or separated by commas',
};
export const description: CliOption = {
  name: 'description',
  short: 'd',
  value: '<text>',
  description: 'what to do; - reads standard input',
};
export const descriptionFile: CliOption = {
  name: 'description-file',
  value: '<path>',
  description: 'read the description from a file, or from standard input with -',
};
export const acceptance: CliOption = {
  name: 'acceptance',
  value: '<text>',
  description: 'acceptance criteria',
};
export const assignee: CliOption = {
  name: 'assignee',
  short: 'a',
  value: '<person>',
  description: 'who should do it',
};
export const parent: CliOption = { name: 'parent', value: '<task>', description: 'the task it is a part of' };
export const project: CliOption = { name: 'project', value: '<project>', description: 'id or name of its project' };
export const reason: CliOption = { name: 'reason', short: 'r', value: '<text>', description: 'why' };
export const message: CliOption = { name: 'message', short: 'm', value: '<text>', description: 'like --reason' };
export const outcome: CliOption = {
  name: 'outcome',
  value: '<outcome>',
  choices: taskOutcomes,
  description: 'how it ended (done)',
};
export const edgeType: CliOption = {
  name: 'type',
  short: 't',
  value: '<type>',
  choices: dependencyTypes,
  description: 'the kind of dependency',
};
export const edgeGate: CliOption = {
  name: 'gate',
  value: '<gate>',
  choices: [...waitGates, ...waitGates.map((gate) => `${gate}-children`)],
  description: 'of waits-for: all children of the other, or any one of them (all)',
};
export const needs: CliOption = { name: 'needs', value: '<task>', description: 'the task that must be done first' };
export const blocks: CliOption = {
  name: 'blocks',
  value: '<task>',
  description: 'the task that must wait for this one',
};
/** Words of other trackers for the same. */
export const needsToo: readonly CliOption[] = [
  { name: 'depends-on', value: '<task>', repeatable: true, description: 'like --needs' },
  { name: 'blocked-by', value: '<task>', repeatable: true, description: 'like --needs' },
];
export const edgeArguments: readonly CliArgument[] = [
  task,
  { name: 'needed', description: 'the task it needs, like --needs', required: false },
];
