const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Every module of the design, in dependency order; those that do not exist yet have no rules. */
const modules = [
  'users',
  'config',
  'accounts',
  'projects',
  'task-formats',
  'tasks',
  'messages',
  'domain',
  'initiatives',
  'templates',
  'context',
  'agents',
  'integration',
  'verification',
  'upkeep',
  'orchestrator',
  'steering',
  'states',
  'fsui',
].filter((name) => existsSync(join(__dirname, 'packages', name)));

const test = '\\.(test|contract)\\.tsx?$|/testing\\.ts$|^apps/[^/]+/e2e/|^packages/testkit/|^scripts/';
const anyModule = `^packages/(${modules.join('|')})/src/`;
/** The files that package manifests export. */
const publicFiles = readdirSync(join(__dirname, 'packages')).flatMap((name) => {
  const { exports } = JSON.parse(readFileSync(join(__dirname, 'packages', name, 'package.json'), 'utf8'));
  const escaped = (file) => file.replace(/^\.\//, '').replace(/\./g, '\\.');
  return Object.values(exports).map((file) => `^packages/${name}/${escaped(file)}$`);
});

const reachesTheWorld =
  '^(node:)?(fs|fs/promises|child_process|net|http|https|http2|dgram|dns|tls|worker_threads|cluster|readline|os)$';

/** From a module, nothing that stands to its right. */
const pointLeft = modules.slice(0, -1).map((name, index) => ({
  name: `modules-point-left-${name}`,
  severity: 'error',
  comment: `${name} may call only modules to its left. Publish an event here and let the module on the right subscribe to it.`,
  from: { path: `^packages/${name}/src/`, pathNot: test },
  to: { path: `^packages/(${modules.slice(index + 1).join('|')})/` },
}));

/** The parts of the dashboard: each may import those to its left. */
const pageParts = ['data', 'entities', 'frame', 'features', 'routes'];

const pagePointsLeft = pageParts.slice(0, -1).map((name, index) => ({
  name: `page-points-left-${name}`,
  severity: 'error',
  comment: `${name}/ may import only what stands to its left in ${pageParts.join(' → ')}. Move the code, or take what it needs as an argument.`,
  from: { path: `^apps/web/src/${name}/`, pathNot: test },
  to: { path: `^apps/web/src/(${pageParts.slice(index + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
/** Libraries that turn a text into a value and do nothing else: as pure as what is written here. */
const textLibraries = '/node_modules/(lossless-json|shellwords-ts)/';

module.exports = {
  forbidden: [
    {
      name: 'model-is-pure',
      severity: 'error',
      comment:
        'model/ decides and nothing more: no I/O, no adapter, no package but one that reads texts. Take what is needed as an argument, or move the code to commands/ or adapters/.',
      from: { path: '^packages/([^/]+)/src/model/', pathNot: test },
      to: {
        pathNot: [
          '^packages/$1/src/model/',
          // A contract imports nothing but the model of its own room.
          '^packages/[^/]+/src/(index|contract)\\.ts$',
          '^(node:)?(path|buffer|util)$',
          '^packages/agents/src/providers/programs\\.ts$',
          textLibraries,
        ],
      },
    },
    {
      name: 'model-calls-no-program',
      severity: 'error',
      comment:
        'model/ may name the type of the agent programs: what one of them is able to do, or says, is taken as an argument.',
      from: { path: '^packages/agents/src/model/', pathNot: test },
      to: { path: '^packages/agents/src/providers/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'programs-only-through-their-list',
      severity: 'error',
      comment:
        'What is special to one agent program stays in its folder. Ask providers/programs.ts by its name, and add what is missing to Program.',
      from: { path: '^packages/agents/src/', pathNot: [test, '^packages/agents/src/providers/'] },
      to: { path: '^packages/agents/src/providers/[^/]+/' },
    },
    {
      name: 'programs-do-not-touch',
      severity: 'error',
      comment: 'An agent program does not know of another one. What both need goes to model/ or adapters/.',
      from: { path: '^packages/agents/src/providers/([^/]+)/', pathNot: test },
      to: { path: '^packages/agents/src/providers/[^/]+/', pathNot: '^packages/agents/src/providers/$1/' },
    },
    {
      name: 'model-calls-only-kernel',
      severity: 'error',
      comment:
        'model/ may name the types of other packages but call only @cw/kernel and @cw/task-formats, which are pure: import it as a type, or take the value as an argument.',
      from: { path: '^packages/([^/]+)/src/model/', pathNot: test },
      to: {
        path: '^packages/[^/]+/src/index\\.ts$',
        pathNot: '^packages/(kernel|task-formats)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'commands-know-no-sql',
      severity: 'error',
      comment:
        'A command is given its store, or what else of the world it needs: name the type of that, and leave the SQL or the git call in adapters/.',
      from: { path: '^packages/[^/]+/src/commands/', pathNot: test },
      to: {
        path: ['/src/adapters/', '^better-sqlite3|/better-sqlite3/', '/drizzle-orm/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'queries-do-not-write',
      severity: 'error',
      comment: 'A query turns SQL into a view row. What writes is a command: call that from the entry instead.',
      from: { path: '^packages/[^/]+/src/queries/', pathNot: test },
      to: { path: '/src/(commands|entry|ports)/|/src/adapters/(?!tables\\.ts$)' },
    },
    {
      name: 'commands-do-not-know-doors',
      severity: 'error',
      comment: 'Commands answer a Result. How it is said at the CLI, tRPC or MCP is decided in entry/.',
      from: { path: '^packages/[^/]+/src/(commands|queries|adapters|ports|model)/', pathNot: test },
      to: { path: '^packages/[^/]+/src/entry/|^packages/entry/' },
    },
    {
      name: 'entry-is-thin',
      severity: 'error',
      comment:
        'An entry reads its input, calls one command or query and maps the failure. SQL and adapters are wired in <module>.module.ts.',
      from: { path: '^packages/[^/]+/src/entry/', pathNot: test },
      to: { path: ['/src/adapters/', '/better-sqlite3/', '/drizzle-orm/'] },
    },
    {
      name: 'ports-are-shapes',
      severity: 'error',
      comment: 'A port says what is needed from outside, in words of the model. It imports types only.',
      from: { path: '^packages/([^/]+)/src/ports/', pathNot: test },
      to: { path: '/src/(adapters|commands|queries|entry)/' },
    },
    {
      name: 'contract-is-shapes',
      severity: 'error',
      comment:
        'What a room promises the others, its events among it, is told in words of its own model. It imports types only.',
      from: { path: '^packages/([^/]+)/src/contract\\.ts$' },
      to: { pathNot: ['^packages/$1/src/model/', '^packages/kernel/'] },
    },
    {
      name: 'events-only-of-their-room',
      severity: 'error',
      comment: 'A room appends its own events; another that has one of them happen calls a command of it.',
      from: { path: '^packages/([^/]+)/src/index\\.ts$' },
      to: { path: '^packages/$1/src/append\\.ts$' },
    },
    {
      name: 'module-only-through-index',
      severity: 'error',
      comment:
        "Another package is entered through what its manifest exports: import '@cw/<name>', not a file inside it.",
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: ['^packages/$1/', ...publicFiles] },
    },
    {
      name: 'app-only-through-exports',
      severity: 'error',
      comment: "Apps enter a package through what its manifest exports: import '@cw/<name>', '@cw/<name>/cli', ….",
      from: { path: '^apps/' },
      to: { path: '^packages/', pathNot: publicFiles },
    },
    {
      name: 'doors-are-mounted-by-the-app',
      severity: 'error',
      comment: 'Command lists, routers and tool lists are mounted once, by apps/cw. A module never mounts another one.',
      from: { path: '^packages/([^/]+)/', pathNot: test },
      to: { path: '^packages/[^/]+/src/entry/(cli/commands|trpc/router|mcp/tools)\\.ts$', pathNot: '^packages/$1/' },
    },
    {
      name: 'packages-know-no-app',
      severity: 'error',
      comment: 'apps/ wires packages. What a package needs from the app it takes as an argument.',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'foundation-knows-no-module',
      severity: 'error',
      comment: 'kernel, storage, entry and ui serve every module and know none. Move the code into the module.',
      from: { path: '^packages/(kernel|storage|entry|ui)/', pathNot: test },
      to: { path: anyModule },
    },
    {
      name: 'kernel-imports-nothing',
      severity: 'error',
      comment: 'kernel is words without dependencies. What needs a package or another room lives in that room.',
      from: { path: '^packages/kernel/src/', pathNot: test },
      to: { pathNot: ['^packages/kernel/src/', '^(node:)?crypto$'] },
    },
    {
      name: 'formats-know-only-kernel',
      severity: 'error',
      comment:
        'task-formats turns bytes and texts into records and back, with what the language has and libraries that read texts. What needs another package, a file or another room is done by whoever calls it.',
      from: { path: '^packages/task-formats/src/', pathNot: test },
      to: { pathNot: ['^packages/task-formats/src/', '^packages/kernel/', textLibraries] },
    },
    {
      name: 'storage-knows-only-kernel',
      severity: 'error',
      comment: 'storage stands on kernel alone.',
      from: { path: '^packages/storage/src/', pathNot: test },
      to: { path: '^packages/', pathNot: '^packages/(storage|kernel)/' },
    },
    {
      name: 'ui-knows-no-package',
      severity: 'error',
      comment: 'ui draws what it is given. Pass the words in as props.',
      from: { path: '^packages/ui/src/', pathNot: test },
      to: { path: '^packages/', pathNot: '^packages/ui/' },
    },
    ...pointLeft,
    {
      name: 'web-imports-types-only',
      severity: 'error',
      comment:
        "The dashboard talks to the server over tRPC: write 'import type', or ask for the value over the API. Only the guess at what a misspelt word meant is shared with it.",
      from: { path: '^apps/web/src/', pathNot: test },
      to: { path: '^(packages/(?!ui/|kernel/src/nearest\\.ts$)|apps/cw/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-do-not-touch',
      severity: 'error',
      comment:
        'A feature does not reach into another. What several show of a thing goes to entities/, or the route composes both.',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: test },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    ...pagePointsLeft,
    {
      name: 'page-has-five-parts',
      severity: 'error',
      comment: `What the page is made of lies in one of ${pageParts.join('/, ')}/: docs/architecture.md says what each holds.`,
      from: { path: '^apps/web/src/' },
      to: { path: '^apps/web/src/', pathNot: `^apps/web/src/((${pageParts.join('|')})/|[^/]+$)` },
    },
    {
      name: 'radix-only-in-ui',
      severity: 'error',
      comment: 'Primitives and icons come from @cw/ui, so that they look and behave the same everywhere.',
      from: { path: '^apps/web/src/', pathNot: test },
      to: { path: '/node_modules/(radix-ui|@radix-ui|class-variance-authority|cmdk|lucide-react)/' },
    },
    {
      name: 'testkit-only-from-tests',
      severity: 'error',
      comment: 'The testkit and every ./testing are for tests; the program must not need them.',
      from: { path: '^(packages|apps)/', pathNot: test },
      to: { path: '^packages/testkit/|/src/testing\\.ts$|\\.(test|contract)\\.tsx?$' },
    },
    {
      name: 'commander-only-in-cli',
      severity: 'error',
      comment: 'Describe a command as data (CliCommand of @cw/entry); apps/cw/src/cli turns it into commander.',
      from: { pathNot: ['^apps/cw/src/cli/', '/node_modules/'] },
      to: { path: '/node_modules/commander/' },
    },
    {
      name: 'fastify-only-in-http',
      severity: 'error',
      comment: 'Modules offer tRPC routers; apps/cw/src/http alone knows fastify and ws.',
      from: { pathNot: ['^apps/cw/src/http/', test, '/node_modules/'] },
      to: { path: '/node_modules/(fastify|@fastify|ws)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'trpc-only-at-doors',
      severity: 'error',
      comment: 'Build procedures with @cw/entry/trpc in entry/trpc; nothing else knows tRPC.',
      from: {
        path: '^(packages|apps/cw/src)/',
        pathNot: [
          test,
          '^packages/entry/src/trpc\\.ts$',
          '^packages/[^/]+/src/entry/trpc/',
          '^apps/cw/src/(http|remote|cli/remote)',
        ],
      },
      to: { path: '/node_modules/@trpc/' },
    },
    {
      name: 'mcp-sdk-only-in-its-part',
      severity: 'error',
      comment: 'Modules describe tools with @cw/entry/mcp; the stdio endpoint of apps/cw alone knows the SDK.',
      from: { path: '^(packages|apps)/', pathNot: [test, '^apps/cw/src/(parts/mcp|mcp/)'] },
      to: { path: '/node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'drizzle-only-in-tables',
      severity: 'error',
      comment:
        'Table definitions and migrations only: at run time it costs the CLI its start. Write the SQL text in the adapter or query.',
      from: { path: '^(packages|apps)/', pathNot: '/src/adapters/tables\\.ts$' },
      to: { path: '/drizzle-orm/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tables-as-types-only',
      severity: 'error',
      comment: "Tables are needed for their row types: 'import type', so that drizzle stays out of the program.",
      from: { path: '^(packages|apps)/', pathNot: '/src/adapters/tables\\.ts$' },
      to: { path: '/src/adapters/tables\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sqlite-only-in-storage',
      severity: 'error',
      comment: 'Use the Tx and ReadDb of @cw/storage: a second connection would break its promises.',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/storage/src/', test] },
      to: { path: '/better-sqlite3/' },
    },
    {
      name: 'zod-only-in-entry',
      severity: 'error',
      comment:
        'The rules about values live in model/ as functions that answer a Result; zod only reads wire input in entry/trpc and entry/mcp.',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          test,
          '^packages/[^/]+/src/entry/(trpc|mcp)/',
          '^packages/entry/src/(trpc|mcp)\\.ts$',
          '^apps/web/src/',
          '^apps/cw/src/http/',
        ],
      },
      to: { path: '/node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'command-lists-cost-nothing',
      severity: 'error',
      comment: "A command list is data: import its code in 'load', when the command runs.",
      from: { path: '^packages/[^/]+/src/entry/cli/[a-z-]*commands\\.ts$' },
      to: {
        dependencyTypesNot: ['type-only', 'dynamic-import'],
        pathNot: '/src/entry/cli/[a-z-]+-(options|arguments|commands)\\.ts$',
      },
    },
    {
      name: 'world-only-through-adapters',
      severity: 'error',
      comment: 'Files, processes and sockets are reached in adapters/, behind a port that tests can stand in for.',
      from: {
        path: `${anyModule}|^packages/entry/src/`,
        pathNot: [test, '/src/adapters/', '^packages/agents/src/providers/[^/]+/(launch|sign-in)\\.ts$'],
      },
      to: { path: [reachesTheWorld, '/node_modules/execa/'] },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Two files that need each other are one file, or hide a third that both need.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nobody imports it and it imports nobody: use it or delete it.',
      from: {
        orphan: true,
        pathNot: [test, '^apps/web/public/', '\\.d\\.ts$', '/src/(index|views)\\.ts$', '\\.css$', '\\.config\\.ts$'],
      },
      to: {},
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'It does not exist, or the package does not export it.',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(raw|url|worker)$|^virtual:' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: "Declare it in this package's package.json, with an exact version.",
      from: { path: '^(packages|apps)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '^@cw/' },
    },
    {
      name: 'no-dev-package-in-the-program',
      severity: 'error',
      comment: 'The program is built from dependencies: move it there, or keep it in tests.',
      from: { path: '^(packages|apps/cw)/', pathNot: [test, '^packages/ui/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps/web/)?(dist|coverage)/|route-tree\\.gen\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
    cache: false,
  },
};
