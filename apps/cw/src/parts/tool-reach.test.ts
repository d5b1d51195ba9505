import { programOf } from '@cw/agents';
import type { RunContext } from '@cw/entry/mcp';
import { randomId, unwrap } from '@cw/kernel';
import { createMessagesModule } from '@cw/messages';
import { systemClock } from '@cw/storage';
import { testAct } from '@cw/storage/testing';
import { openTestTasks } from '@cw/tasks/testing';
import { describe, expect, test } from 'vitest';
import { configKeys } from '../config-keys.ts';
import { toolsOfRun, toolsOfUser } from './mcp-tools.ts';
import { heldToReach, reachOfRunTools, reachOfUserTools } from './tool-reach.ts';

/** What belongs to the project of the attacked run has this in it. */
const secret = 'SECRET-OF-HERE';
/** What the attacker writes has this in it. */
const poison = 'POISON';

/** Two projects with an agent at work in each: one that is attacked, and one that tries to reach it. */
async function openWorld() {
  const home = openTestTasks();
  const { storage } = home;
  const projects = { here: await home.addProject('here'), there: await home.addProject('there') };
  const victim = await home.build({ project: 'here', title: `${secret} title`, description: secret });
  const own = await home.build({ project: 'there', title: 'Own' });
  const idOf = async (name: string) =>
    (await storage.read.get<{ id: string }>('SELECT id FROM projects WHERE name = ?', [name]))?.id ?? '';
  const workspace = { home: storage.folder, storage, clock: systemClock, ids: randomId };
  const isWalled = () => false;
  const start = async (id: string, taskId: string, projectId: string) => {
    await storage.transact(async (tx) => {
      await tx.run(
        `INSERT INTO agents (id, name, role, provider, kind, registered_at, registered_by)
         VALUES (?, ?, 'worker', 'script', 'own', 0, 'test')`,
        [`ag_${id}`, `agent-${id}`],
      );
      await tx.run(
        `INSERT INTO runs (id, task_id, project_id, attempt, role, provider, step, agent_id, created_at)
         VALUES (?, ?, ?, 1, 'worker', 'script', 'running', ?, 0)`,
        [id, taskId, projectId, `ag_${id}`],
      );
    });
    const context: RunContext = {
      workspace,
      isWalled,
      runId: id,
      taskId,
      projectId,
      worktree: null,
      act: { actor: { kind: 'run', id, name: id }, runId: id },
      limitOf: async () => ({ most: 100, setting: 'any' }),
      readTool: programOf('claude').tools.read,
    };
    return context;
  };
  const attacked = await start('rn_victim', victim.id, await idOf('here'));
  const attacker = await start('rn_attack', own.id, await idOf('there'));
  const mail = createMessagesModule(workspace, isWalled);
  const letter = unwrap(await mail.commands.sendMail({ to: 'run:rn_victim', text: `${secret} letter` }, testAct));
  unwrap(await mail.commands.sendMail({ to: 'worker', text: `${secret} to the role` }, attacked.act));
  await storage.transact((tx) =>
    tx.run(
      `INSERT INTO permission_rules (id, project_id, tool, pattern, created_by, created_at) VALUES ('rl_1', ?, 'Bash', NULL, 'test', 0)`,
      [attacked.projectId],
    ),
  );
  return { home, storage, projects, victim, own, attacked, attacker, mail, letter };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** What each tool can be given to reach another project by. */
const attacks: Readonly<Record<string, (world: World) => readonly Record<string, unknown>[]>> = {
  task_show: ({ victim }) => [{ id: victim.id }, { id: victim.id.slice(0, 8) }],
  task_search: () => [{ words: secret }, { words: 'title' }],
  task_progress: ({ victim }) => [{ id: victim.id, text: poison, comment: poison }],
  task_checkpoint_add: ({ victim }) => [{ id: victim.id, text: poison }],
  task_comment: ({ victim }) => [{ id: victim.id, text: poison }],
  task_artifact_add: ({ victim }) => [{ id: victim.id, value: poison }],
  task_propose_follow_up: ({ victim }) => [{ id: victim.id, title: poison }],
  ask: () => [{ question: poison }],
  approve: () => [{ tool_name: 'Bash', input: { command: poison }, tool_use_id: 'toolu_1' }],
  mail_read: () => [{}],
  mail_send: ({ letter }) => [
    ...[
      'rn_victim',
      'run:rn_victim',
      'rn_vic',
      'agent-rn_victim',
      'agent:agent-rn_victim',
      'ag_rn_victim',
      'worker',
    ].map((to) => ({ to, text: poison })),
    { replyTo: letter.id, text: poison },
    { replyTo: letter.id.slice(0, 8), text: poison },
  ],
};

describe('the reach of tools', () => {
  test.each([
    ['the agents of cw', toolsOfRun.tools, reachOfRunTools],
    ['a person’s own agent', toolsOfUser.tools, reachOfUserTools],
  ] as const)('is written down for every tool of %s, and for no other', (_whose, tools, table) => {
    expect(Object.keys(table).sort()).toEqual(tools.map(({ name }) => name).sort());
    const settings = configKeys.map(({ key }) => key);
    for (const { name, readOnly } of tools) {
      const { writes, bound, why } = table[name] ?? expect.unreachable();
      expect([name, readOnly]).toEqual([name, writes === 'nothing']);
      if (bound === null) expect([name, why]).toEqual([name, expect.any(String)]);
      else expect(settings).toContain(bound);
    }
  });

  test('of an agent of cw is never the workspace', () => {
    for (const { reads, writes } of Object.values(reachOfRunTools)) expect([reads, writes]).not.toContain('workspace');
  });

  test('has to be known of a tool before it is served', () => {
    expect(() => heldToReach(toolsOfRun.tools, {})).toThrow(/not in the table/);
  });

  test.each(toolsOfRun.tools.map((tool) => [tool.name, tool] as const))(
    'of %s does not get an agent of another project to the task, the mail or the rules of this one',
    async (name, tool) => {
      const world = await openWorld();
      using _home = world.home;
      const { attacker, attacked, victim, mail, storage } = world;
      const before = await kept(world);
      const inputs = attacks[name]?.(world) ?? expect.unreachable(`nobody has said how ${name} is attacked`);
      for (const input of inputs) {
        const answer = await tool.run(tool.input.parse(input), attacker, AbortSignal.abort());
        const told = JSON.stringify(answer);
        // What it asked for itself may be said back.
        const words = Object.values(input).map(String);
        if (!words.includes(secret)) expect(told).not.toContain(secret);
        expect(told).not.toContain(`${secret} title`);
        expect(told).not.toContain('"behavior":"allow"');
        expect(told).not.toContain('\\"behavior\\":\\"allow\\"');
      }
      expect(await kept(world)).toEqual(before);
      const given = await mail.commands.readOwnMail(attacked.act);
      expect(given.map(({ text }) => text)).toEqual([`${secret} letter`]);
      const items = await storage.read.all('SELECT id FROM inbox_items WHERE task_id = ? OR run_id = ?', [
        victim.id,
        attacked.runId,
      ]);
      expect(items).toEqual([]);
    },
  );
});

/** Everything that is kept of the attacked task and its mail. */
async function kept({ storage, victim, home: { tasks }, letter, mail }: World) {
  const thread = await mail.queries.listMailbox({ mailbox: 'all', threadId: letter.id });
  const proposals = await tasks.queries.proposals({ taskId: victim.id });
  const toRun = await storage.read.all(
    "SELECT id, read_at FROM messages WHERE recipient_id IN ('rn_victim', 'ag_rn_victim') OR sender_id = 'rn_victim'",
  );
  return {
    task: await tasks.queries.get(victim.id),
    history: await tasks.queries.history(victim.id),
    thread,
    proposals,
    toRun,
  };
}
