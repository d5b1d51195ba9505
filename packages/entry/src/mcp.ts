import { type Act, err, ok, type ReadTool, type Result, type RunLimit } from '@cw/kernel';
import { z } from 'zod';
import type { FolderProject, Holder, Workspace } from './cli-command.ts';
import { wordsOfIssue } from './mcp-arguments.ts';
import { asMeant } from './mcp-as-meant.ts';
import type { Refusal } from './refusal.ts';

/** What every tool knows of who calls it. */
export type McpContext = { readonly workspace: Workspace; readonly act: Act };

/** The agent of a run: a tool reaches the one task that run is for, and what surrounds it. */
export type RunContext = McpContext & {
  readonly runId: string;
  readonly taskId: string;
  readonly projectId: string;
  /** Null: not known. */
  readonly worktree: string | null;
  /** How many of these the run may make in all, as it is set now. */
  limitOf(what: 'followUps' | 'comments'): Promise<RunLimit>;
  /** Reads a call of a tool of its program, which is asked about. */
  readonly readTool: ReadTool;
  /** Whether the agent of a run is kept in a sandbox; undefined: not known. */
  isWalled(runId: string): boolean | undefined;
};

/** A person's own agent: it acts as that person, and holds what it claims for its session. */
export type UserContext = McpContext & {
  readonly holder: Holder;
  /** The project in whose repository the agent was started. */
  folderProject(): Promise<FolderProject | undefined>;
};

export type McpOutput = {
  /** Compact text for the model. */
  readonly text: string;
  /** The same as data; null for a caller that takes nothing but the text. */
  readonly structured: Record<string, unknown> | null;
};

export type McpTool<Context extends McpContext, Input extends z.ZodObject = z.ZodObject> = {
  /** `task_comment`: the noun, then the verb of the command behind it. */
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** True when calling it changes nothing. */
  readonly readOnly: boolean;
  /** True when what it is given goes on as it came: secrets in it are not taken out. */
  readonly verbatim?: true;
  /** @param gone aborted once nobody is there any more to hear the answer */
  run(input: z.infer<Input>, context: Context, gone: AbortSignal): Promise<Result<McpOutput, Refusal>>;
};

/** Tools for one kind of caller, with what it is told of them once, when it connects. */
export type McpToolSet<Context extends McpContext> = {
  readonly instructions: string;
  readonly tools: readonly McpTool<Context>[];
};

/** Keeps a tool's input type while it is defined, and forgets it for the list. */
export function runTool<Input extends z.ZodObject>(tool: McpTool<RunContext, Input>): McpTool<RunContext> {
  return tool as unknown as McpTool<RunContext>;
}

/** The same for a person's own agent. */
export function userTool<Input extends z.ZodObject>(tool: McpTool<UserContext, Input>): McpTool<UserContext> {
  return tool as unknown as McpTool<UserContext>;
}

/** A tool as a list shows it. Agents carry the list in every request, so nothing in it is said twice. */
export function listedTool<Context extends McpContext>({ name, description, input, readOnly }: McpTool<Context>) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  const inputSchema: { readonly type: 'object' } = { ...schema, type: 'object' };
  const annotations = { readOnlyHint: readOnly, ...(readOnly ? {} : { destructiveHint: false }), openWorldHint: false };
  return { name, description, inputSchema, annotations };
}

/**
 * What a tool takes of what it was given, read as it is meant, or what is wrong with that. An argument that it does not know is refused: it
 * would otherwise be lost without a word.
 */
export function readToolInput<Context extends McpContext>(
  { name, input }: McpTool<Context>,
  sent: Record<string, unknown>,
): Result<Record<string, unknown>, Refusal> {
  const known = Object.keys(input.shape);
  const given = asMeant(input, sent);
  const unknown = Object.keys(given).filter((argument) => !known.includes(argument));
  const read = input.safeParse(given);
  if (read.success && unknown.length === 0) return ok(read.data);
  const wrong = [
    ...unknown.map((argument) => `there is no argument ${short(argument)}`),
    ...(read.error?.issues ?? []).map((issue) => wordsOfIssue(issue, given)),
  ];
  const takes = known.map((argument) => (isOptional(input, argument) ? `${argument} (optional)` : argument));
  return err({
    code: 'mcp.bad-arguments',
    message: `${name} was called with wrong arguments: ${wrong.slice(0, 5).join('; ')}. Nothing was done.`,
    hint: `It takes ${takes.join(', ') || 'nothing'}. Correct them and call it again.`,
  });
}

function isOptional(input: z.ZodObject, argument: string): boolean {
  return input.shape[argument]?.safeParse(undefined).success ?? true;
}

/** Words of another's, cut to what a sentence can hold. */
export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
