import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

// The least server that the official SDK makes: no tool, nothing behind it.
void new McpServer({ name: 'least', version: '1' }, { capabilities: { tools: {} } }).connect(
  new StdioServerTransport(),
);
