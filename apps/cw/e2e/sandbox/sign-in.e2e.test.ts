import { copyFile, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeProgram, result, type ScriptedModel, status, type TempRepo, tool } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentScene, addSubscriber, openAgentScene, signIn } from '../harness/agent-scene.ts';
import { addProject, assign, createTask, writeProgram } from '../harness/project.ts';
import { isSettled, type Workspace } from '../harness/workspace.ts';

let scene: AgentScene;
let cw: Workspace;
let model: ScriptedModel;
let repo: TempRepo;
let account: string;
/** While this says so, the program can renew the sign-in. */
let renewable: string;
/** Folders and input with which the program was asked to renew. */
let asked: string;

/** The token that the model takes. */
let valid = 'second';

/**
 * Claude Code, but for the renewal of its sign-in, whose endpoint is the vendor's: for that it writes the next token into the
 * file that it is shown, as the program does.
 */
const standIn = () => `#!/bin/sh
case "$*" in *--replay-user-messages*) exec "$(dirname "$0")/claude" "$@";; esac
read -r line
echo "$CLAUDE_CONFIG_DIR|$CLAUDE_SECURESTORAGE_CONFIG_DIR|$*|$line" >> ${asked}
echo '{"type":"control_response"}'
if [ -s ${renewable} ]; then
  sed "s/first/$(cat ${renewable})/" "$CLAUDE_SECURESTORAGE_CONFIG_DIR/.credentials.json" > "$CLAUDE_SECURESTORAGE_CONFIG_DIR/new"
  mv "$CLAUDE_SECURESTORAGE_CONFIG_DIR/new" "$CLAUDE_SECURESTORAGE_CONFIG_DIR/.credentials.json"
fi
cat > /dev/null
`;

beforeAll(async () => {
  scene = await openAgentScene();
  ({ cw, model, repo } = scene);
  [account, renewable, asked] = ['claude', 'renewable', 'asked'].map((name) => join(cw.userHome, name)) as [
    string,
    string,
    string,
  ];
  const bin = join(cw.userHome, 'bin');
  await mkdir(bin);
  // In a sandbox it is found beside the program that is started.
  await link(claudeProgram(), join(bin, 'claude')).catch(() => copyFile(claudeProgram(), join(bin, 'claude')));
  await cw.set('agents.claude.command', await writeProgram(join(bin, 'stand-in'), standIn()));
  await addSubscriber(scene, account);
  await addProject(cw, repo, '--check', 'true');
  await cw.set('agents.sandbox', 'on');
  // Nothing here is an attempt: one that was counted would end there.
  await cw.set('orchestrator.maxAttempts', '1');
  await cw.serve();
});

afterAll(() => scene[Symbol.asyncDispose]());

/** A task that is refused once it has worked, for as long as the token is not the one that the model takes. */
async function work(title: string) {
  model.when(title, (request) => {
    const isTaken = request.headers.authorization === `Bearer ${valid}`;
    if (request.turn === 0) return tool('Bash', { command: 'echo first' });
    if (!isTaken) return status(401, { 'x-should-retry': 'false' });
    return result({ status: 'done', summary: 's' });
  });
  const task = await createTask(cw, title);
  await assign(cw, task);
  return task;
}

/** Its account is of no use, whether or not that was known before its run began. */
const rests = ({ state }: { readonly state: string }) => state === 'limited' || state === 'waiting';

const runsOf = async (id: string) => (await cw.runsOf(id)).toSorted((a, b) => a.attempt - b.attempt);

test('a sign-in that is refused in a sandbox is renewed outside by its program, and the run goes on, which is no attempt', async () => {
  await signIn(account, 'first');
  await writeFile(renewable, 'second');
  const task = await work('Run out of time');
  await cw.until(task.id, (found) => isSettled(found) || rests(found), 60_000);
  const runs = await runsOf(task.id);
  if (runs.length === 0) return expect((await cw.task(task.id)).status).not.toBe('closed');
  expect(runs.map(({ failure, sandbox }) => [failure, sandbox])).toEqual([
    ['login', { on: true }],
    [null, { on: true }],
  ]);
  expect(new Set(runs.map(({ sessionId }) => sessionId)).size).toBe(1);
  const [line, ...more] = (await readFile(asked, 'utf8')).trim().split('\n');
  expect(more).toEqual([]);
  const [scratch, folder, args, input] = (line ?? '').split('|');
  expect(folder).toBe(account);
  expect(scratch).not.toContain(account);
  expect(args).toContain('--strict-mcp-config');
  expect(JSON.parse(input ?? '')).toMatchObject({ request: { subtype: 'initialize' } });
  expect((await readdir(account)).toSorted()).toEqual(['.credentials.json', 'projects']);
  expect(await cw.inbox({ taskId: task.id })).toEqual([]);
});

test('one that cannot be renewed waits for somebody to sign in, and says so', async () => {
  await signIn(account, 'first');
  await writeFile(renewable, '');
  const task = await work('Be signed out');
  const waiting = await cw.until(task.id, rests, 60_000);
  if ((await runsOf(task.id)).length === 0) return expect(waiting.statusReason ?? '').not.toMatch(/sign-in/);
  expect(waiting.statusReason).toMatch(
    /Renewing it outside the sandbox did not help\. It continues once the account's sign-in/,
  );
  valid = 'third';
  await signIn(account, 'third');
  await cw.until(task.id, isSettled, 60_000);
  const runs = await runsOf(task.id);
  expect(
    runs.map(({ failure }) => failure),
    JSON.stringify(runs, null, 1),
  ).toEqual(['login', null]);
});

test('one that is refused again right after it was renewed is not renewed for ever', async () => {
  valid = 'nothing';
  await signIn(account, 'first');
  await writeFile(renewable, 'second');
  const before = (await readFile(asked, 'utf8')).length;
  const task = await work('Be refused for ever');
  const waiting = await cw.until(task.id, rests, 60_000);
  const runs = await runsOf(task.id);
  if (runs.length === 0) return expect(waiting.statusReason ?? '').not.toMatch(/sign-in/);
  expect(runs.map(({ failure }) => failure)).toEqual(['login', 'login']);
  expect((await readFile(asked, 'utf8')).slice(before).trim().split('\n')).toHaveLength(1);
});
