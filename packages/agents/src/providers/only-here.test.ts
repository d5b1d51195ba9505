import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownTools, providerNames } from './programs.ts';

const root = join(import.meta.dirname, '../../../..');

/** Files of the program itself, from the root of the repository. */
function sources(): readonly string[] {
  const rooms = ['apps', 'packages'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => join(kind, name)));
  return rooms
    .filter((room) => room !== 'packages/testkit')
    .flatMap((room) =>
      readdirSync(join(root, room, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(room, 'src', file),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.tsx?$|\/testing\.ts$/.test(file));
}

/** Where a text stands in quotes of its own, outside of the folders of the programs. */
function saidIn(word: string): readonly string[] {
  const quoted = new RegExp(`['"\`]${word}['"\`]`);
  return all.filter(([, text]) => quoted.test(text)).map(([file]) => file);
}

const all = sources()
  .filter((file) => !file.startsWith('packages/agents/src/providers/'))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** `script` names a field of tasks too, and what made a run fail. */
const names = providerNames.filter((name) => name !== 'script');

/** Those that are no words of English as well. */
const tools = knownTools().filter(({ name }) => !/^(Agent|Edit|LS|Read|Skill|Task|Write)$/.test(name));

const allowed: Readonly<Record<string, readonly string[]>> = {
  // Processes of programs that cw does not start; main brings in nothing of this room.
  claude: ['apps/cw/src/cli/identity.ts'],
  // What a person types in a rule.
  Bash: ['apps/web/src/features/settings/add-rule-dialog.tsx', 'packages/messages/src/entry/refusals.ts'],
};

test.each([...names, ...tools.map(({ name }) => name)])('%s is named by the folder of its program only', (word) => {
  expect(saidIn(word)).toEqual(allowed[word] ?? []);
});
