import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const app = join(root, 'apps/cw/src');
const packages = readdirSync(join(root, 'packages'));

function sourcesOf(folder: string): { readonly file: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

const sources = sourcesOf(app);

/** Files of the app that import a package's subpath as a value. */
function importers(specifier: string): string[] {
  const pattern = new RegExp(`import (?!type)[^;]*from '${specifier}'`);
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

function having(path: (name: string) => string): string[] {
  return packages.filter((name) => existsSync(join(root, 'packages', name, 'src', path(name))));
}

/** Where each of these is called in what the program is made of, by the name of what is called. */
function callersOf(pattern: RegExp): readonly string[] {
  const inside = ['apps/cw/src', ...packages.map((name) => `packages/${name}/src`)];
  return inside.flatMap((folder) =>
    sourcesOf(join(root, folder))
      .filter(({ file, text }) => !file.endsWith('.contract.ts') && pattern.test(text))
      .map(({ file }) => `${folder}/${file}`),
  );
}

describe('the app', () => {
  test.each(having((name) => `${name}.module.ts`))('composes the module %s', (name) => {
    expect(importers(`@cw/${name}`)).toContain('compose.ts');
  });

  test('makes modules in its list of them and nowhere else: a door runs a command by itself', () => {
    expect(callersOf(/(?<!function )\bcreate\w+Module\(/)).toEqual(['apps/cw/src/compose.ts']);
  });

  test.each(having(() => 'entry/cli/commands.ts'))('lists the commands of %s once', (name) => {
    const catalog = sources.find(({ file }) => file === 'cli/catalog.ts')?.text ?? '';
    const lists = new RegExp(`import \\{ ([\\w, ]+) \\} from '@cw/${name}/cli'`).exec(catalog)?.[1]?.split(', ') ?? [];
    expect(lists).not.toEqual([]);
    for (const list of lists) expect(catalog.split(new RegExp(`\\b${list}\\b`))).toHaveLength(3);
  });

  test.each(having(() => 'entry/trpc/router.ts'))('mounts the router of %s once', (name) => {
    expect(importers(`@cw/${name}/trpc`)).toEqual(['http/router.ts']);
  });

  test.each(having(() => 'entry/mcp/tools.ts'))('offers the tools of %s once', (name) => {
    expect(importers(`@cw/${name}/mcp`)).toEqual(['parts/mcp-tools.ts']);
  });
});

test.each(packages)('what the manifest of %s exports is there', (name) => {
  const folder = join(root, 'packages', name);
  const { exports }: { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const missing = Object.values(exports).filter((file) => !existsSync(join(folder, file)));
  expect(missing).toEqual([]);
});
