/**
 * One forbidden import for each wall, written as it would be written here. `also` are files it needs, `links` packages
 * it would have had to declare.
 */
export const wallProbes = [
  {
    rule: 'model-is-pure',
    file: 'packages/tasks/src/model/probe.ts',
    code: "import { readFileSync } from 'node:fs';\n\nexport const script = (path: string) => readFileSync(path, 'utf8');\n",
  },
  {
    rule: 'model-calls-only-kernel',
    file: 'packages/tasks/src/model/probe-storage.ts',
    code: "import { findByStart } from '@cw/storage';\n\nexport const find = findByStart;\n",
  },
  {
    rule: 'model-calls-no-program',
    file: 'packages/agents/src/model/probe-programs.ts',
    code: "import { programs } from '../providers/programs.ts';\n\nexport const names = () => programs.map(({ name }) => name);\n",
  },
  {
    rule: 'programs-only-through-their-list',
    file: 'packages/agents/src/queries/probe-program.ts',
    code: "import { claude } from '../providers/claude/index.ts';\n\nexport const title = claude.title;\n",
  },
  {
    rule: 'programs-do-not-touch',
    file: 'packages/agents/src/providers/script/probe.ts',
    code: "import { claudeWords } from '../claude/errors.ts';\n\nexport const words = claudeWords;\n",
  },
  {
    rule: 'commands-know-no-sql',
    file: 'packages/tasks/src/commands/probe.ts',
    code: "import { probeStore } from '../adapters/probe-store.ts';\n\nexport const store = probeStore;\n",
    also: { 'packages/tasks/src/adapters/probe-store.ts': 'export const probeStore = 1;\n' },
  },
  {
    rule: 'queries-do-not-write',
    file: 'packages/tasks/src/queries/probe.ts',
    code: "import { closeProbe } from '../commands/close-probe.ts';\n\nexport const close = closeProbe;\n",
    also: { 'packages/tasks/src/commands/close-probe.ts': 'export const closeProbe = 1;\n' },
  },
  {
    rule: 'commands-do-not-know-doors',
    file: 'packages/tasks/src/commands/probe-door.ts',
    code: "import type { CliAnswer } from '@cw/entry';\n\nexport type Answer = CliAnswer;\n",
  },
  {
    rule: 'entry-is-thin',
    file: 'packages/tasks/src/entry/cli/task-probe.ts',
    code: "import { probeStore } from '../../adapters/probe-store.ts';\n\nexport const store = probeStore;\n",
  },
  {
    rule: 'ports-are-shapes',
    file: 'packages/tasks/src/ports/probe.ts',
    code: "import { probeStore } from '../adapters/probe-store.ts';\n\nexport type Store = typeof probeStore;\n",
  },
  {
    rule: 'contract-is-shapes',
    file: 'packages/tasks/src/contract.ts',
    code: "import type { TaskStore } from './ports/task-store.ts';\n\nexport type Store = TaskStore;\n",
  },
  {
    rule: 'events-only-of-their-room',
    file: 'packages/tasks/src/index.ts',
    code: "export { append } from './append.ts';\n",
  },
  {
    rule: 'module-only-through-index',
    file: 'packages/agents/src/commands/probe-inside.ts',
    code: "import type { TaskView } from '../../../tasks/src/model/task-view.ts';\n\nexport type View = TaskView;\n",
  },
  {
    rule: 'app-only-through-exports',
    file: 'apps/cw/src/cli/probe-inside.ts',
    code: "import type { TaskView } from '../../../../packages/tasks/src/model/task-view.ts';\n\nexport type View = TaskView;\n",
  },
  {
    rule: 'doors-are-mounted-by-the-app',
    file: 'packages/agents/src/probe-door.ts',
    code: "import { accountCommands } from '@cw/accounts/cli';\n\nexport const commands = accountCommands;\n",
    links: { 'packages/agents/node_modules/@cw/accounts': 'packages/accounts' },
  },
  {
    rule: 'packages-know-no-app',
    file: 'packages/agents/src/adapters/probe-app.ts',
    code: "import { selfCommand } from '../../../../apps/cw/src/assets.ts';\n\nexport const self = selfCommand;\n",
  },
  {
    rule: 'foundation-knows-no-module',
    file: 'packages/entry/src/probe-module.ts',
    code: "import { createUsersModule } from '@cw/users';\n\nexport const users = createUsersModule;\n",
    links: { 'packages/entry/node_modules/@cw/users': 'packages/users' },
  },
  {
    rule: 'kernel-imports-nothing',
    file: 'packages/kernel/src/probe.ts',
    code: "import { readFileSync } from 'node:fs';\n\nexport const read = readFileSync;\n",
  },
  {
    rule: 'formats-know-only-kernel',
    file: 'packages/task-formats/src/beads/probe.ts',
    code: "import { createHash } from 'node:crypto';\n\nexport const hash = createHash;\n",
  },
  {
    rule: 'storage-knows-only-kernel',
    file: 'packages/storage/src/probe.ts',
    code: "import { textTable } from '@cw/entry';\n\nexport const table = textTable;\n",
    links: { 'packages/storage/node_modules/@cw/entry': 'packages/entry' },
  },
  {
    rule: 'ui-knows-no-package',
    file: 'packages/ui/src/probe.tsx',
    code: "import type { Result } from '@cw/kernel';\n\nexport type Answer = Result<string, string>;\n",
    links: { 'packages/ui/node_modules/@cw/kernel': 'packages/kernel' },
  },
  {
    rule: 'web-imports-types-only',
    file: 'apps/web/src/features/tasks/probe-value.ts',
    code: "import { isFault } from '@cw/kernel';\n\nexport const known = isFault;\n",
    links: { 'apps/web/node_modules/@cw/kernel': 'packages/kernel' },
  },
  {
    rule: 'features-do-not-touch',
    file: 'apps/web/src/features/runs/probe.ts',
    code: "import { probe } from '../tasks/probe-target.ts';\n\nexport const other = probe;\n",
    also: { 'apps/web/src/features/tasks/probe-target.ts': 'export const probe = 1;\n' },
  },
  {
    rule: 'page-points-left-data',
    file: 'apps/web/src/data/probe.ts',
    code: "import type { Shown } from '../entities/shown.ts';\n\nexport type State = Shown;\n",
  },
  {
    rule: 'page-points-left-entities',
    file: 'apps/web/src/entities/task/probe.ts',
    code: "import { useKeys } from '../../frame/keys.ts';\n\nexport const keys = useKeys;\n",
  },
  {
    rule: 'page-points-left-frame',
    file: 'apps/web/src/frame/probe.ts',
    code: "import { probe } from '../features/tasks/probe-target.ts';\n\nexport const other = probe;\n",
  },
  {
    rule: 'page-points-left-features',
    file: 'apps/web/src/features/tasks/probe-route.ts',
    code: "import { Route } from '../../routes/tasks.tsx';\n\nexport const route = Route;\n",
  },
  {
    rule: 'page-has-five-parts',
    file: 'apps/web/src/features/tasks/probe-shared.ts',
    code: "import { probe } from '../../shared/probe-target.ts';\n\nexport const other = probe;\n",
    also: { 'apps/web/src/shared/probe-target.ts': 'export const probe = 1;\n' },
  },
  {
    rule: 'radix-only-in-ui',
    file: 'apps/web/src/features/tasks/probe-icon.ts',
    code: "import { Bot } from 'lucide-react';\n\nexport const icon = Bot;\n",
    links: { 'apps/web/node_modules/lucide-react': 'packages/ui/node_modules/lucide-react' },
  },
  {
    rule: 'testkit-only-from-tests',
    file: 'packages/tasks/src/commands/probe-testkit.ts',
    code: "import { waitFor } from '@cw/testkit';\n\nexport const wait = waitFor;\n",
  },
  {
    rule: 'commander-only-in-cli',
    file: 'apps/cw/src/http/probe-commander.ts',
    code: "import { Command } from 'commander';\n\nexport const program = new Command('cw');\n",
  },
  {
    rule: 'fastify-only-in-http',
    file: 'apps/cw/src/cli/probe-fastify.ts',
    code: "import fastify from 'fastify';\n\nexport const app = fastify();\n",
  },
  {
    rule: 'trpc-only-at-doors',
    file: 'apps/cw/src/cli/probe-trpc.ts',
    code: "import { TRPCError } from '@trpc/server';\n\nexport const failure = TRPCError;\n",
  },
  {
    rule: 'mcp-sdk-only-in-its-part',
    file: 'apps/cw/src/cli/probe-mcp.ts',
    code: "import { McpServer } from '@modelcontextprotocol/server';\n\nexport const server = McpServer;\n",
  },
  {
    rule: 'drizzle-only-in-tables',
    file: 'packages/tasks/src/queries/probe-drizzle.ts',
    code: "import { eq } from 'drizzle-orm';\n\nexport const equals = eq;\n",
  },
  {
    rule: 'tables-as-types-only',
    file: 'packages/tasks/src/adapters/probe-tables.ts',
    code: "import { tasks } from './tables.ts';\n\nexport type Row = typeof tasks.$inferSelect;\n",
  },
  {
    rule: 'sqlite-only-in-storage',
    file: 'packages/tasks/src/adapters/probe-sqlite.ts',
    code: "import Database from 'better-sqlite3';\n\nexport const open = (path: string) => new Database(path);\n",
    links: { 'packages/tasks/node_modules/better-sqlite3': 'packages/storage/node_modules/better-sqlite3' },
  },
  {
    rule: 'zod-only-in-entry',
    file: 'packages/tasks/src/commands/probe-zod.ts',
    code: "import { z } from 'zod';\n\nexport const title = z.string();\n",
  },
  {
    rule: 'command-lists-cost-nothing',
    file: 'packages/probe/src/entry/cli/commands.ts',
    code: "import { taskProbe } from './task-probe.ts';\n\nexport const commands = [{ load: async () => taskProbe }];\n",
    also: {
      'packages/probe/package.json': '{ "name": "@cw/probe", "exports": { ".": "./src/index.ts" } }\n',
      'packages/probe/src/entry/cli/task-probe.ts': 'export const taskProbe = 1;\n',
    },
  },
  {
    rule: 'world-only-through-adapters',
    file: 'packages/tasks/src/commands/probe-world.ts',
    code: "import { spawn } from 'node:child_process';\n\nexport const git = () => spawn('git', ['status']);\n",
  },
  {
    rule: 'no-circular',
    file: 'packages/tasks/src/model/probe-left.ts',
    code: "import { right } from './probe-right.ts';\n\nexport const left = () => right;\n",
    also: {
      'packages/tasks/src/model/probe-right.ts':
        "import { left } from './probe-left.ts';\n\nexport const right = () => left;\n",
    },
  },
  {
    rule: 'no-orphans',
    file: 'packages/tasks/src/model/probe-alone.ts',
    code: 'export const alone = 1;\n',
  },
  {
    rule: 'no-unresolved',
    file: 'packages/tasks/src/commands/probe-missing.ts',
    code: "import { gone } from './gone.ts';\n\nexport const found = gone;\n",
  },
  {
    rule: 'no-undeclared-package',
    file: 'packages/tasks/src/adapters/probe-undeclared.ts',
    code: "import { Command } from 'commander';\n\nexport const program = Command;\n",
    links: { 'packages/tasks/node_modules/commander': 'apps/cw/node_modules/commander' },
  },
  {
    rule: 'no-dev-package-in-the-program',
    file: 'packages/tasks/src/adapters/probe-dev.ts',
    code: "import { expect } from 'vitest';\n\nexport const same = expect;\n",
  },
];

/** For each module but the last, an import of one to its right. */
export function leftProbes(rules) {
  return rules.flatMap(({ name: rule, to }) => {
    const name = /^modules-point-left-(.+)$/.exec(rule)?.[1];
    const right = /^\^packages\/\(([\w-]+)/.exec(to.path)?.[1];
    if (name === undefined || right === undefined) return [];
    return {
      rule,
      file: `packages/${name}/src/probe-right.ts`,
      code: `import * as right from '@cw/${right}';\n\nexport const all = right;\n`,
      also: { [`packages/${right}/src/index.ts`]: undefined },
      links: { [`packages/${name}/node_modules/@cw/${right}`]: `packages/${right}` },
    };
  });
}
