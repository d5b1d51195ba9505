import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawCall, rawCalls } from '@cw/agents/testing';
import { waitFor } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { copyProgram, stranger } from '../harness/copied-program.ts';
import { cleanEnv } from '../harness/program.ts';
import { envelopeIn, runCw, describe as told } from '../harness/run-cw.ts';
import { startServer } from '../harness/server.ts';
import { type Attempt, attempts, listedWays, type Outside } from './attempts.ts';
import { openOutside, serverVariables, type User } from './outside.ts';

/** Who runs the server: whoever runs the tests, and where that is the super-user, an ordinary user besides. */
const users: readonly (readonly [name: string, user: User])[] =
  stranger.uid === undefined
    ? [['an ordinary user', {}]]
    : [
        ['the super-user', {}],
        ['an ordinary user', stranger],
      ];

/** Says of each line whether it succeeded, then what each system call answered. */
function scriptOf(tried: readonly Attempt[]): string {
  const lines = tried.flatMap((attempt) =>
    'line' in attempt
      ? [
          `if ( ${attempt.line} ) >/dev/null 2>&1 </dev/null; then echo '${attempt.name}: done'; else echo '${attempt.name}: refused'; fi`,
        ]
      : [],
  );
  return `walk() {
  for f in "$1"/*; do
    case $f in /proc/[0-9]*) continue ;; esac
    if [ -h "$f" ]; then :; elif [ -d "$f" ]; then walk "$f"; elif command : 9>>"$f"; then exit 0; fi
  done
}
${lines.join('\n')}
chmod 700 "$1" && echo "calls: $("$1" | base64 -w 0)"
exit 3
`;
}

/** The system calls of all attempts as one program. */
function callsOf(tried: readonly Attempt[]) {
  const all: RawCall[] = [];
  const last = new Map<Attempt, number>();
  for (const attempt of tried) {
    if (!('calls' in attempt) || process.arch !== 'x64') continue;
    const before = all.length;
    const moved = (arg: RawCall['args'][number]) =>
      typeof arg === 'object' && 'resultOf' in arg ? { resultOf: arg.resultOf + before } : arg;
    all.push(...attempt.calls.map(({ number, args }) => ({ number, args: args.map(moved) })));
    last.set(attempt, all.length - 1);
  }
  return { ...rawCalls(all), last };
}

/** What came of each attempt, by what the script printed: `done`, `refused`, or the wrong error. */
function outcomes(tried: readonly Attempt[], printed: string): Record<string, string> {
  const lines = new Map(printed.split('\n').map((line) => line.split(': ') as [string, string]));
  const { results, last } = callsOf(tried);
  const answers = results(Buffer.from(lines.get('calls') ?? '', 'base64'));
  return Object.fromEntries(
    tried.map((attempt) => {
      if ('line' in attempt) return [attempt.name, lines.get(attempt.name) ?? 'not tried'];
      const place = last.get(attempt);
      if (place === undefined) return [attempt.name, 'refused'];
      const answer = answers[place] ?? 0;
      if (answer >= 0) return [attempt.name, 'done'];
      const isRight = attempt.error === undefined || answer === attempt.error;
      return [attempt.name, isRight ? 'refused' : `error ${answer}`];
    }),
  );
}

async function openServer(user: User, { home, workspace, far, repository }: Omit<Outside, 'server'>) {
  const copy = await copyProgram();
  const env = { ...cleanEnv(home), ...serverVariables(far) };
  const options = { env: { ...env, CW_HOME: workspace }, program: copy.program, user };
  const cw = async <T>(...args: string[]): Promise<T> => {
    const ran = await runCw([...args, '--json'], options);
    const envelope = envelopeIn<T>(ran);
    if (!envelope.ok) throw new Error(`cw ${args.join(' ')} refused: ${told(ran)}`);
    return envelope.data;
  };
  await cw('project', 'add', repository, '--name', 'sample', '--check', 'true');
  await cw('config', 'set', 'agents.sandbox', 'on');
  const server = await startServer({ home: workspace, env, program: copy.program, user });
  return {
    ...{ cw, server, env },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await copy.remove();
    },
  };
}

type SandboxFile = {
  readonly works: boolean;
  readonly why?: string;
  readonly noNetwork?: { readonly why: string } | null;
};

type Inside = { readonly workspace: string; readonly isPrivate: boolean; readonly tried: readonly Attempt[] };

/** What is printed of attempts in the sandbox of a run; undefined where there is none. */
async function inside(at: Awaited<ReturnType<typeof openServer>>, { workspace, isPrivate, tried }: Inside) {
  const kept = await waitFor(
    () => existsSync(join(workspace, 'sandbox.json')) && readFileSync(join(workspace, 'sandbox.json'), 'utf8'),
    { what: 'the server to have tried the sandbox', timeout: 60_000 },
  );
  const state: SandboxFile = JSON.parse(kept);
  if (!state.works) {
    expect(state.why).toMatch(/bubblewrap/);
    return undefined;
  }
  if (isPrivate && state.noNetwork) {
    expect(state.noNetwork.why).toMatch(/bubblewrap/);
    return undefined;
  }
  const [calls, script] = [callsOf(tried).program.toString('base64'), scriptOf(tried)];
  const text = `printf %s ${calls} | base64 -d >calls\ncat >attempts.sh <<'SCRIPT'\n${script}SCRIPT\nsh attempts.sh ./calls\n`;
  const task = await at.cw<{ readonly id: string }>(
    'task',
    'create',
    'Try it',
    '--project',
    'sample',
    '--script',
    text,
  );
  await at.cw('assign', task.id);
  const logs = join(workspace, 'agent-logs');
  const log = await waitFor(
    () => existsSync(logs) && readdirSync(logs).find((name) => existsSync(join(logs, name, 'exit'))),
    { what: 'the run to end', timeout: 60_000 },
  );
  return readFileSync(join(logs, log, 'output.jsonl'), 'utf8');
}

describe.each(users)('as %s', (name, user) => {
  const isRoot = name === 'the super-user';

  test('with a private network nothing at all outside is reached from inside a sandbox', async () => {
    using world = await openOutside(user);
    const { outside } = world;
    await using at = await openServer(user, outside);
    await at.cw('config', 'set', 'agents.sandboxNetwork', 'private');
    // What is listed besides leads nowhere else.
    const way = { ...outside, server: at.server.pid };
    const listed = listedWays(way);
    await at.cw('config', 'set', 'agents.sandboxHosts', `*.example.com 127.0.0.1:9 [::1]:9 ${listed.hosts}`);
    const all = [...listed.attempts, ...attempts(way)];
    const printed = await inside(at, { workspace: outside.workspace, isPrivate: true, tried: all });
    if (printed === undefined) return;
    const expected = all.map((attempt) => [attempt.name, listed.attempts.includes(attempt) ? 'done' : 'refused']);
    expect(outcomes(all, printed)).toEqual(Object.fromEntries(expected));
  });

  test('nothing outside is reached from inside a sandbox, and outside of one it is', async () => {
    using world = await openOutside(user);
    const { outside, base } = world;
    await using at = await openServer(user, outside);
    const all = attempts({ ...outside, server: at.server.pid });
    expect(new Set(all.map((attempt) => attempt.name)).size).toBe(all.length);
    const printed = await inside(at, { workspace: outside.workspace, isPrivate: false, tried: all });
    if (printed === undefined) return;
    const expected = all.map((attempt) => [attempt.name, attempt.isOpen ? 'done' : 'refused']);
    expect(outcomes(all, printed)).toEqual(Object.fromEntries(expected));

    const able = all.filter(({ able: who = 'everybody' }) => who === 'everybody' || (who === 'root' && isRoot));
    const place = join(base, 'script');
    writeFileSync(join(place, 'calls'), callsOf(able).program, { mode: 0o700 });
    writeFileSync(join(place, 'attempts.sh'), scriptOf(able), { mode: 0o644 });
    if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, place]);
    const ran = await runCw(['attempts.sh', './calls'], { env: at.env, cwd: place, program: '/bin/sh', user });
    expect(outcomes(able, ran.stdout)).toEqual(Object.fromEntries(able.map((attempt) => [attempt.name, 'done'])));
  });
});
