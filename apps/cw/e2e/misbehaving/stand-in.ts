import { join } from 'node:path';
import { writeProgram } from '../harness/project.ts';
import type { Workspace } from '../harness/workspace.ts';

/** What a stand-in for Claude Code does, as JavaScript: it may use `say`, `raw`, `end`, `sh`, and the two texts below. */
export type Behaviour = string;

/** The program's first event, and a result of the agreed form. */
const helpers = `
const { execFileSync } = require('node:child_process');
const { writeSync } = require('node:fs');
const raw = (bytes) => {
  const all = Buffer.from(bytes);
  for (let at = 0; at < all.length; ) {
    try { at += writeSync(1, all, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  }
};
const line = (event) => JSON.stringify(event) + '\\n';
const say = (...events) => events.forEach((event) => raw(line(event)));
const init = { type: 'system', subtype: 'init', session_id: 'none', model: 'stand-in', tools: [], mcp_servers: [] };
const words = (text) => ({ type: 'assistant', message: { id: 'm', model: 'stand-in', content: [{ type: 'text', text }] } });
const done = (given = {}) => ({
  type: 'result', subtype: 'success', is_error: false, result: 'ok', total_cost_usd: 0.01, num_turns: 1,
  structured_output: { status: 'done', summary: 'Did it.', ...given },
});
const sh = (script) => execFileSync('/bin/sh', ['-c', script], { stdio: ['ignore', 'ignore', 'inherit'] });
const commit = (name) => sh('echo x > ' + name + '.txt && git add . && git commit -q -m "feat: ' + name + '"');
const hang = () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  setInterval(() => {}, 1000);
};
`;

/**
 * Has the workspace's agents be a program that reads its prompt and then does what the title of its task names.
 * @param behaviours by title
 */
export async function useStandIn(cw: Workspace, behaviours: Readonly<Record<string, Behaviour>>): Promise<void> {
  const cases = Object.entries(behaviours).map(
    ([title, behaviour]) => `  if (prompt.includes(${JSON.stringify(title)})) { ${behaviour}; return; }`,
  );
  const text = `#!${process.execPath}
${helpers}
function act(prompt) {
${cases.join('\n')}
  throw new Error('no behaviour is named in the prompt');
}
let prompt = '';
process.stdin.on('data', function read(chunk) {
  prompt += chunk;
  if (!prompt.includes('\\n')) return;
  process.stdin.off('data', read);
  process.stdin.unref();
  act(prompt);
});
`;
  await cw.set('agents.claude.command', await writeProgram(join(cw.userHome, 'stand-in'), text));
}
