/** One violation for each lint rule that says something about this project. */
export const lintProbes = [
  {
    rule: 'time from the clock',
    file: 'packages/tasks/src/commands/lint-now.ts',
    code: 'export const closedAt = () => Date.now();\n',
    says: 'Clock in the deps, not from Date.now()',
  },
  {
    rule: 'time from the clock, as a date',
    file: 'packages/tasks/src/model/lint-date.ts',
    code: 'export const closedAt = () => new Date();\n',
    says: 'Clock in the deps, not from new Date()',
  },
  {
    rule: 'chance from the id source',
    file: 'packages/tasks/src/commands/lint-random.ts',
    code: 'export const newId = () => Math.random();\n',
    says: 'IdSource in the deps',
  },
  {
    rule: 'no statement in a command',
    file: 'packages/tasks/src/commands/lint-sql.ts',
    code: [
      "import type { Tx } from '@cw/storage';",
      '',
      'export async function reopen(tx: Tx, id: string): Promise<void> {',
      "  await tx.run('UPDATE tasks SET status = ? WHERE id = ?', ['open', id]);",
      '}',
      '',
    ].join('\n'),
    says: 'No SQL here',
  },
  {
    rule: 'no statement in an entry',
    file: 'packages/tasks/src/entry/cli/lint-sql.ts',
    code: [
      "import type { CliContext } from '@cw/entry';",
      '',
      'export const count = (context: CliContext) =>',
      "  context.workspace.storage.read.get<{ n: number }>('SELECT count(*) AS n FROM tasks');",
      '',
    ].join('\n'),
    says: 'No SQL here',
  },
  {
    rule: 'a request that can be given up',
    file: 'packages/orchestrator/src/adapters/lint-fetch.ts',
    code: "export const tell = (url: string) => fetch(url, { method: 'POST' });\n",
    says: 'Give the request a signal',
  },
  {
    rule: 'a request of the page that can be given up',
    file: 'apps/web/src/shared/lint-fetch.ts',
    code: "export const look = () => fetch('/api/health');\n",
    says: 'Give the request a signal',
  },
  {
    rule: 'a websocket that does not wait to open for ever',
    file: 'apps/web/src/shared/lint-socket.ts',
    code: 'export const open = (url: string) => new WebSocket(url);\n',
    says: 'through KeyedSocket',
  },
  {
    rule: 'talk goes through the output',
    file: 'packages/tasks/src/commands/lint-console.ts',
    code: "export const say = () => console.log('closed');\n",
    category: 'lint/suspicious/noConsole',
  },
  {
    rule: 'no any',
    file: 'packages/tasks/src/model/lint-any.ts',
    code: 'export const titleOf = (task: any) => task.title;\n',
    category: 'lint/suspicious/noExplicitAny',
  },
  {
    rule: 'no assertion that something is there',
    file: 'packages/tasks/src/model/lint-assert.ts',
    code: 'export const first = (titles: readonly string[]) => titles[0]!;\n',
    category: 'lint/style/noNonNullAssertion',
  },
  {
    rule: 'no default export',
    file: 'packages/tasks/src/model/lint-default.ts',
    code: 'export default function title(): string {\n  return "";\n}\n',
    category: 'lint/style/noDefaultExport',
  },
  {
    rule: 'names in kebab case',
    file: 'packages/tasks/src/model/lintCamel.ts',
    code: 'export const title = 1;\n',
    category: 'lint/style/useFilenamingConvention',
  },
];
