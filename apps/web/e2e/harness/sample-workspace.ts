import { addProject, assign, committing, createTask, isSettled, type Workspace } from '@cw/app/e2e';
import type { TempRepo } from '@cw/testkit';
import { importTasks, yearOfTasks } from './sample-tasks.ts';

export type Sample = {
  /** A run that goes on until it is stopped, and its task. */
  readonly running: string;
  readonly runningTask: string;
  readonly doneRun: string;
  readonly merged: string;
  readonly failedMerge: string;
  /** The task whose merge failed. */
  readonly stuckTask: string;
  readonly task: string;
  readonly project: string;
  readonly rule: string;
  readonly thread: string;
};

const longOutput = `seq -f 'reading file %g of 400' 1 400; echo 'all read'`;

/** A workspace in the middle of its work: a thousand tasks, runs and merges that went well and did not, accounts. */
export async function fillWorkspace(cw: Workspace, repo: TempRepo): Promise<Sample> {
  await importTasks(cw, yearOfTasks(1000));
  const project = await addProject(
    cw,
    repo,
    '--check',
    'tests: test ! -e bad.txt || { echo "1 of 3 tests failed"; exit 1; }',
    '--goal',
    'Notes that outlive their tools.',
  );
  await cw.ask('account', 'add', 'work', '--provider', 'claude', '--env', 'ANTHROPIC_API_KEY=swordfish');
  await cw.ask('account', 'add', 'personal', '--provider', 'claude', '--config-dir', '/home/ada/.claude-personal');
  const rule = await cw.ask<{ id: string }>('rule', 'add', 'Bash', 'npm test*', '--project', project.id);
  const good = await createTask(cw, 'Keep notes in order', { script: `${longOutput}; ${committing('notes.txt')}` });
  await cw.ask(
    'task',
    'update',
    good.id,
    '--description',
    'Notes are kept **in order**:\n\n- oldest first\n- `id` breaks ties',
  );
  await cw.ask('task', 'comment', good.id, 'Please keep it short.');
  const bad = await createTask(cw, 'Write down what is bad', { script: committing('bad.txt') });
  const asking = await createTask(cw, 'Ask what to do', { script: 'echo "Which one?" >&2; exit 3' });
  for (const task of [good, bad, asking]) {
    await assign(cw, task);
    await cw.until(task.id, isSettled);
  }
  const running = await createTask(cw, 'Publish the outbox by position', {
    script: `${longOutput}; exec sleep 600`,
    needs: [good.id],
  });
  await assign(cw, running);
  await cw.until(running.id, ({ state }) => state === 'in-progress');
  const [[activeRun], [doneRun], [merged], [failedMerge]] = await Promise.all([
    cw.runsOf(running.id),
    cw.runsOf(good.id),
    cw.mergesOf(good.id),
    cw.mergesOf(bad.id),
  ]);
  if (!activeRun || !doneRun || !merged || !failedMerge) throw new Error('the sample has not become what it should be');
  const thread = await cw.ask<{ id: string }>('message', 'send', 'worker', 'Only by **position**.', '--expires', '3d');
  await cw.ask('message', 'send', 'person', 'A note to myself.', '--priority', 'P1');
  const ids = {
    running: activeRun.id,
    runningTask: running.id,
    doneRun: doneRun.id,
    merged: merged.id,
    failedMerge: failedMerge.id,
    stuckTask: bad.id,
  };
  return { ...ids, task: good.id, project: project.id, rule: rule.id, thread: thread.id };
}
