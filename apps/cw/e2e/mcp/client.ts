import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { program } from '../harness/program.ts';
import type { Workspace } from '../harness/workspace.ts';

export type ToolAnswer = {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown> | undefined;
};

export type Connected = AsyncDisposable & {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
  /** The data of an answer. @throws Error with what was said when it is a refusal */
  readonly ask: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** What the server said outside of the protocol. */
  readonly talk: () => string;
};

/** A client of the official SDK at the other end of `cw mcp`. */
export async function connect(workspace: Workspace, args: readonly string[]): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: program(),
    args: ['mcp', '--home', workspace.home, ...args],
    env: { ...workspace.env },
    stderr: 'pipe',
    cwd: '/',
  });
  let talk = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    talk += chunk.toString('utf8');
  });
  const client = new Client({ name: 'test', version: '1' });
  const broken: Error[] = [];
  client.onerror = (error) => broken.push(error);
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: given })) as ToolAnswer;
  return {
    client,
    call,
    ask: async (name, given) => {
      const answer = await call(name, given);
      if (answer.isError || !answer.structuredContent) throw new Error(`${name}: ${answer.content[0]?.text}`);
      return answer.structuredContent;
    },
    talk: () => talk,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      // What is no message on standard output reaches the client as an error.
      if (broken.length > 0) throw broken[0];
    },
  };
}
