import type { CliOption } from '@cw/entry';
import { dispatchWays, mergeStyles } from '../../model/project.ts';

/** What can be set of a project. */
export const settings: readonly CliOption[] = [
  { name: 'name', value: '<name>', description: 'what to call it' },
  { name: 'default-branch', value: '<branch>', description: 'the branch that your own work goes to' },
  {
    name: 'check',
    value: '<command>',
    repeatable: true,
    description: 'a command that must succeed on the result before it is merged, or <name>: <command>; repeatable',
  },
  { name: 'check-timeout', value: '<seconds>', description: 'time limit for one check (600)' },
  { name: 'setup', value: '<command>', description: 'a command that prepares a new worktree' },
  { name: 'goal', value: '<text>', description: 'what the project is for; agents read it' },
  { name: 'constraint', value: '<text>', repeatable: true, description: 'a constraint agents must follow; repeatable' },
  { name: 'context', value: '<file>', description: 'a file that agents get as context' },
  {
    name: 'merge',
    value: '<style>',
    choices: mergeStyles,
    description: 'how finished branches are merged (merge)',
  },
  {
    name: 'dispatch',
    value: '<way>',
    choices: dispatchWays,
    description: 'whether agents take only assigned tasks, or every ready one (assigned)',
  },
];
