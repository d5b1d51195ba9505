/** The sample repository and its tasks, as `cw demo` makes them. */

export const projectName = 'greeter';

/** What the project checks before a merge counts. */
export const check = 'node --test';

export const files: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'greeter', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'README.md': '# greeter\n\nGreets people. A sample for Codewalkers.\n',
  'src/greet.js': 'export function greet(name) {\n  return `Hello, ${name}.`;\n}\n',
  'test/greet.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { greet } from '../src/greet.js';

test('greets by name', () => assert.equal(greet('Ada'), 'Hello, Ada.'));
`,
};

export type SampleTask = {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly priority: 'P0' | 'P1' | 'P2' | 'P3';
  readonly needs: readonly string[];
  readonly labels: readonly string[];
  /** What the agent of the demo does instead of thinking. */
  readonly script: string;
};

/** A line of output now and then, so that the log is seen to grow. */
const say = (text: string) => `echo '${text}'; sleep 0.4`;

const commit = (message: string) => `git add -A && git commit -q -m '${message}' && git log --oneline -1`;

export const tasks: readonly SampleTask[] = [
  {
    key: 'languages',
    title: 'Greet in several languages',
    description: 'A table of greetings, and `greet(name, language)` that uses it. English stays the default.',
    priority: 'P1',
    needs: [],
    labels: ['core'],
    script: [
      say('Reading src/greet.js'),
      `cat > src/greetings.js <<'END'
export const greetings = { en: 'Hello', de: 'Hallo', fr: 'Bonjour' };
END
cat > src/greet.js <<'END'
import { greetings } from './greetings.js';

export function greet(name, language = 'en') {
  return \`\${greetings[language] ?? greetings.en}, \${name}.\`;
}
END`,
      say('Trying it'),
      'node --test',
      commit('Greet in several languages'),
    ].join('\n'),
  },
  {
    key: 'tests',
    title: 'Test every language',
    description: 'Each language has a test, and an unknown one falls back to English.',
    priority: 'P2',
    needs: ['languages'],
    labels: ['test'],
    script: [
      say('Writing tests'),
      `cat > test/languages.test.js <<'END'
import assert from 'node:assert/strict';
import test from 'node:test';
import { greet } from '../src/greet.js';

test('greets in German', () => assert.equal(greet('Ada', 'de'), 'Hallo, Ada.'));
test('falls back to English', () => assert.equal(greet('Ada', 'xx'), 'Hello, Ada.'));
END`,
      'node --test',
      commit('Test every language'),
    ].join('\n'),
  },
  {
    key: 'command',
    title: 'A command line for it',
    description: '`node src/cli.js Ada --language de` prints the greeting.',
    priority: 'P2',
    needs: ['languages'],
    labels: ['cli'],
    script: [
      say('Writing src/cli.js'),
      `cat > src/cli.js <<'END'
import { parseArgs } from 'node:util';
import { greet } from './greet.js';

const { values, positionals } = parseArgs({ options: { language: { type: 'string' } }, allowPositionals: true });
console.log(greet(positionals[0] ?? 'world', values.language));
END`,
      say('Running it'),
      'node src/cli.js Ada --language de',
      commit('Add a command line'),
    ].join('\n'),
  },
  {
    key: 'docs',
    title: 'Say in the README how to use it',
    description:
      'The README shows the command and the languages. What the agent leaves uncommitted is committed for it.',
    priority: 'P3',
    needs: ['command', 'tests'],
    labels: ['docs'],
    script: [
      say('Writing the README'),
      `cat >> README.md <<'END'

    node src/cli.js Ada --language fr

Languages: en, de, fr.
END`,
      'git status --short',
    ].join('\n'),
  },
  {
    key: 'shout',
    title: 'Greet louder (its check fails, on purpose)',
    description:
      'Changes what the tests hold to. The check refuses the merge, and the task waits for you with the reason.',
    priority: 'P3',
    needs: ['docs'],
    labels: ['core'],
    script: [
      say('Making it louder'),
      "sed -i.bak 's/}\\.`/}!`/' src/greet.js && rm -f src/greet.js.bak",
      commit('Greet louder'),
    ].join('\n'),
  },
];
