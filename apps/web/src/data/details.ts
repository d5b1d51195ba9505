import { trpc } from './api.ts';

/** What the server is asked about one thing by its id, or by the beginning of it: its route and its panel ask the same. */
export const detailsOf = {
  task: (id: string) => trpc.tasks.show.queryOptions({ id }),
  run: (run: string) => trpc.runs.show.queryOptions({ run }),
  agent: (agent: string) => trpc.agents.show.queryOptions({ agent }),
  item: (id: string) => trpc.inbox.show.queryOptions({ id }),
  thread: (id: string) => trpc.messages.thread.queryOptions({ id }),
  merge: (id: string) => trpc.merges.show.queryOptions({ id }),
  project: (id: string) => trpc.projects.show.queryOptions({ id }),
  rule: (id: string) => trpc.rules.show.queryOptions({ id }),
};
