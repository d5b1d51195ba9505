import { unwrap } from '@cw/kernel';
import { expect, test } from 'vitest';
import { startRetrying } from '../retry/testing.ts';

const found = (title: string) =>
  `say 1; answers '{"status":"done","summary":"s","addedPackages":["left-pad 1.3.0: to pad"],"followUps":[{"title":"${title}","description":"d"}]}'`;

test('packages that a branch adds are told of its run, whether its agent lists them or not', async () => {
  const manifest = `'{"dependencies":{"left-pad":"^1.3.0","is-odd":"3"}}'`;
  const adds = `printf %s ${manifest} > package.json; git add package.json; git commit -q -m "feat: packages"`;
  await using space = await startRetrying([`${adds}; ${found('One')}`]);
  const task = await space.begin('Adds packages');
  await space.until(task, 'closed');
  const [run] = await space.runs(task);
  expect(unwrap(await space.agents.queries.show(run?.id ?? '')).deviations).toEqual([
    'New package: left-pad 1.3.0: to pad',
    'New package: is-odd 3 (in package.json)',
  ]);
});

test('no secret that an agent says gets into the database with its result', async () => {
  const secret = `ghp_${'a1'.repeat(18)}`;
  const answer = {
    status: 'done',
    summary: secret,
    deviations: [secret],
    followUps: [{ title: secret, description: secret }],
  };
  await using space = await startRetrying([`say 1; answers '${JSON.stringify(answer)}'`]);
  const task = await space.begin('Tells');
  await space.until(task, 'closed');
  const [run] = await space.runs(task);
  const shown = [
    unwrap(await space.agents.queries.show(run?.id ?? '')),
    await space.tasks.queries.get(task.id),
    await space.storage.bus.read(0, 10_000),
    await space.storage.read.all('SELECT * FROM task_proposals'),
  ];
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(JSON.stringify(shown)).toContain('[a GitHub token, hidden]');
});

test('work that agents find waits for a person, is a task at once, or is done too, but not what that brings', async () => {
  await using space = await startRetrying([found('One'), found('Two'), found('Three'), found('Four')]);
  const tasks = async () => unwrap(await space.tasks.queries.list({ all: true })).items;
  const titled = async (title: string) => (await tasks()).find((task) => task.title === title);
  const first = await space.begin('First');
  await space.until(first, 'closed');
  const [run] = await space.runs(first);
  expect(unwrap(await space.agents.queries.show(run?.id ?? '')).deviations).toEqual([
    'New package: left-pad 1.3.0: to pad',
  ]);
  expect(await titled('One')).toBeUndefined();
  await space.set('tasks.autoAccept', 'yes');
  const second = await space.begin('Second');
  await space.until(second, 'closed');
  const two = await titled('Two');
  expect(two).toMatchObject({ status: 'open', dispatch: 'manual', projectId: space.project.id });
  await space.set('tasks.autoAccept', 'assign');
  const third = await space.begin('Third');
  await space.until(third, 'closed');
  const three = await titled('Three');
  if (three === undefined) throw new Error('it was not made a task');
  await space.until(three, 'closed');
  expect(await titled('Four')).toMatchObject({ status: 'open', dispatch: 'manual' });
  expect(space.starts()).toBe(4);
});

test('what a result proposes beyond what a run may is left out, which its task says', async () => {
  const followUps = Array.from({ length: 22 }, (_, n) => ({ title: `Found ${n}`, description: 'd' }));
  const answer = { status: 'done', summary: 's', followUps };
  await using space = await startRetrying([`say 1; answers '${JSON.stringify(answer)}'`]);
  const task = await space.begin('Finds much');
  await space.until(task, 'closed');
  const proposals = (await space.tasks.queries.proposals({ taskId: task.id })).items;
  expect(proposals).toHaveLength(20);
  const said = await space.storage.read.all('SELECT text FROM task_comments');
  expect(JSON.stringify(said)).toContain('2 of the follow-ups in the result of');
  expect(JSON.stringify(said)).toContain('agents.maxFollowUps');
});
