import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '@cw/app/e2e';

/** In place of Claude Code, a program that prints lines of its stream, as many as no model would say in a test. */
export type PrintingAgent = {
  /** Has it print what it holds back, its result last, and end. */
  readonly finish: () => void;
};

const line = (event: object) => `${JSON.stringify(event)}\n`;
const message = (content: object, more: object = {}) =>
  line({ type: 'assistant', message: { id: 'm', content: [content] }, ...more });

export const said = (text: string, more?: object) => message({ type: 'text', text }, more);
export const thought = (thinking: string) => message({ type: 'thinking', thinking });
export const called = (id: string, name: string, input: object, more?: object) =>
  message({ type: 'tool_use', id, name, input }, more);
export const answered = (id: string, content: string, error = false) =>
  line({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: error }] },
  });

const ended = line({
  ...{ type: 'result', subtype: 'success', is_error: false, result: 'All done.' },
  ...{ structured_output: { status: 'done', summary: 'All done.' }, total_cost_usd: 0.5, modelUsage: {} },
});

/** @param first what it prints at once @param rest what it prints before it ends */
export async function usePrintingAgent(
  workspace: Workspace,
  first: string | Uint8Array,
  rest = '',
): Promise<PrintingAgent> {
  const place = (name: string) => join(workspace.userHome, name);
  writeFileSync(place('first.jsonl'), first);
  writeFileSync(place('rest.jsonl'), rest + ended);
  const wait = `until [ -e '${place('go')}' ]; do sleep 0.1; done`;
  const text = `#!/bin/sh\ncat '${place('first.jsonl')}'\n${wait}\ncat '${place('rest.jsonl')}'\n`;
  writeFileSync(place('printing-agent'), text, { mode: 0o755 });
  await workspace.set('agents.claude.command', place('printing-agent'));
  return { finish: () => writeFileSync(place('go'), '') };
}
