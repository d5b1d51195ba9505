import {
  Activity,
  Bot,
  FolderGit2,
  GitPullRequestArrow,
  HeartPulse,
  Inbox,
  KeyRound,
  ListTodo,
  Settings2,
  Terminal,
} from '@cw/ui/icons';

/** The screens one can go to, in the sidebar's order; `key` follows G. */
export const destinations = [
  { to: '/inbox', name: 'Inbox', short: 'Inbox', key: 'i', icon: Inbox },
  { to: '/tasks', name: 'Tasks', short: 'Tasks', key: 't', icon: ListTodo },
  { to: '/runs', name: 'Runs', short: 'Runs', key: 'r', icon: Terminal },
  { to: '/merges', name: 'Merge queue', short: 'Merge', key: 'm', icon: GitPullRequestArrow },
  { to: '/projects', name: 'Projects', short: 'Projects', key: 'p', icon: FolderGit2 },
  { to: '/agents', name: 'Agents', short: 'Agents', key: 'w', icon: Bot },
  { to: '/accounts', name: 'Accounts', short: 'Accounts', key: 'a', icon: KeyRound },
  { to: '/activity', name: 'Activity', short: 'Activity', key: 'y', icon: Activity },
  { to: '/health', name: 'Health', short: 'Health', key: 'h', icon: HeartPulse },
  { to: '/settings', name: 'Settings', short: 'Settings', key: 's', icon: Settings2 },
] as const;

/** Whether the tasks are shown: then one is opened beside what is shown of them. From elsewhere only the project goes along. */
export function isAmongTasks(): boolean {
  return window.location.pathname.startsWith('/tasks');
}

/** Screens that are reached from others: they have a key, and no place of their own in the navigation. */
export const furtherDestinations = [
  { to: '/inbox/messages', name: 'Messages', key: 'e' },
  { to: '/settings/permissions', name: 'Permissions', key: 'l' },
] as const;
