import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrap } from '@cw/kernel';
import { createMessagesModule } from '@cw/messages';
import { expect, test } from 'vitest';
import { startWorkspace } from './testing.ts';

async function startTelling() {
  const space = await startWorkspace(['true']);
  await space.orchestrator.start('test');
  const inbox = createMessagesModule({ storage: space.storage });
  let count = 0;
  return {
    ...space,
    /** What people are told once an agent has worked on what the repository has by then. */
    toldAfterWork: async () => {
      count += 1;
      const task = await space.task(`Work ${count}`, `echo ${count} > ${count}.txt`);
      await space.assign(task);
      await space.until(task, 'closed');
      return unwrap(await inbox.queries.listItems({ kind: 'hold' })).items.map(({ title, details }) => ({
        title,
        details,
      }));
    },
  };
}

test('a default branch that is gone from its repository is one item, which is over once it is back', async () => {
  await using space = await startTelling();
  const { repo } = space;
  await repo.git('branch', '-m', 'main', 'trunk');
  for (const _ of [1, 2]) {
    expect(await space.toldAfterWork()).toMatchObject([
      {
        title: `The default branch main of sample is gone from ${repo.path}`,
        details: { next: [{ command: 'project set' }] },
      },
    ]);
  }
  await repo.git('branch', '-m', 'trunk', 'main');
  expect(await space.toldAfterWork()).toEqual([]);
});

test('what was a repository and is none is one item, also where merges wait to be pushed', async () => {
  await using space = await startTelling();
  const [git, aside] = [join(space.repo.path, '.git'), join(space.repo.path, 'aside')];
  await rename(git, aside);
  for (const _ of [1, 2]) {
    expect(await space.toldAfterWork()).toMatchObject([
      { title: `The repository of sample cannot be read: ${space.repo.path} is not a git repository any more` },
    ]);
  }
  await rename(aside, git);
  expect(await space.toldAfterWork()).toEqual([]);
});
