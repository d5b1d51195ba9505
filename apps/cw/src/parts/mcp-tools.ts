import { taskTools } from '@cw/tasks/mcp';
import { type McpEndpoint, serveMcp } from './mcp-endpoint.ts';

/** Serves every tool that an agent has. */
export async function serveTools(endpoint: Omit<McpEndpoint, 'tools'>): Promise<void> {
  await serveMcp({ ...endpoint, tools: taskTools });
}
