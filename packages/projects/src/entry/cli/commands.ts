import type { CliAside, CliCommand } from '@cw/entry';
import type { WorkIn } from '../../ports/work-in.ts';
import { settings } from './setting-options.ts';

const project = { name: 'project', description: 'name or id of the project' };

/**
 * @param monitor how a project's agents and its merge queue stand
 * @param workIn what is under way in a project, which keeps it from being removed
 */
export const projectCommands = (monitor: CliAside, workIn: WorkIn): readonly CliCommand[] => [
  {
    path: ['project', 'add'],
    summary: 'Add a git repository as a project',
    forPeople: true,
    arguments: [{ name: 'source', description: 'path of a repository, or a URL that git can clone' }],
    options: settings,
    examples: [
      'cw project add ~/code/shop --check "npm test" --setup "npm ci"',
      'cw project add git@example.com:team/shop.git --name shop --default-branch main',
    ],
    load: async () => (await import('./project-write.ts')).projectAdd,
  },
  {
    path: ['project', 'list'],
    aliases: ['project ls'],
    summary: 'List the managed projects',
    looks: true,
    load: async () => (await import('./project-read.ts')).projectList,
  },
  {
    path: ['project', 'show'],
    summary: 'Show a project: its settings, and the status of its agents and merges',
    arguments: [project],
    looks: true,
    load: async () => (await import('./project-read.ts')).projectShow(monitor),
  },
  {
    path: ['project', 'set'],
    summary: "Change a project's settings; an empty text clears one",
    forPeople: true,
    arguments: [project],
    options: settings,
    examples: ['cw project set shop --check "npm run lint" --check "npm test" --merge squash'],
    load: async () => (await import('./project-write.ts')).projectSet,
  },
  {
    path: ['project', 'remove'],
    aliases: ['project rm'],
    summary: 'Remove a project where nothing is running; its clone and worktrees stay on disk',
    forPeople: true,
    arguments: [project],
    load: async () => (await import('./project-write.ts')).projectRemove(workIn),
  },
  {
    path: ['project', 'files'],
    summary: 'Show the folder whose files are copied into each worktree, such as .env',
    arguments: [project],
    looks: true,
    load: async () => (await import('./project-read.ts')).projectFiles,
  },
];
