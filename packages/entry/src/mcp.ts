import type { Act, Result } from '@cw/kernel';
import type { z } from 'zod';
import type { Workspace } from './cli-command.ts';
import type { Refusal } from './refusal.ts';

/** What a tool knows of the agent that calls it: its run, and the one task that run is for. */
export type McpContext = {
  readonly workspace: Workspace;
  readonly act: Act;
  readonly runId: string;
  readonly taskId: string;
};

export type McpOutput = {
  /** Compact text for the model. */
  readonly text: string;
  /** The same as data. */
  readonly structured: Record<string, unknown>;
};

export type McpTool<Input extends z.ZodObject = z.ZodObject> = {
  /** `task_comment`: the noun, then the verb of the command behind it. */
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** True when calling it changes nothing. */
  readonly readOnly: boolean;
  run(input: z.infer<Input>, context: McpContext): Promise<Result<McpOutput, Refusal>>;
};

/** Keeps a tool's input type while it is defined, and forgets it for the list. */
export function mcpTool<Input extends z.ZodObject>(tool: McpTool<Input>): McpTool {
  return tool as unknown as McpTool;
}
