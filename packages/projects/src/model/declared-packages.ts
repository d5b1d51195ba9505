/** Names of packages, each with the version that is asked for as it is written; empty where none is. */
export type Packages = ReadonlyMap<string, string>;

type Found = Iterable<readonly [string, string]>;
type Reader = (text: string) => Found;

/** Files that say what a project depends on, by their names. */
const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^package\.json$/, ofJson(['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'])],
  [/^composer\.json$/, ofJson(['require', 'require-dev'])],
  [/^pyproject\.toml$/, ofPyproject],
  [/^requirements[\w.-]*\.(txt|in)$/, (text) => text.split('\n').flatMap(requirement)],
  [/^Cargo\.toml$/, ofCargo],
  [/^go\.mod$/, ofGoMod],
  [/^Gemfile$/, ofGemfile],
];

function readerOf(path: string): Reader | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return readers.find(([shape]) => shape.test(name))?.[1];
}

/** True of a file that says what a project depends on. */
export function declaresPackages(path: string): boolean {
  return readerOf(path) !== undefined;
}

/** What such a file asks for, read as far as it can be. What lies in the same repository is no package. */
export function declaredPackages(path: string, text: string): Packages {
  const found = [...(readerOf(path)?.(text.replaceAll('\r', '')) ?? [])];
  return new Map(found.filter(([name, version]) => isName(name) && !/^(workspace|link|file|portal):/.test(version)));
}

function isName(name: string): boolean {
  return /^[@\w][\w./@+-]{0,200}$/.test(name);
}

function ofJson(keys: readonly string[]): Reader {
  return function* read(text) {
    for (const key of keys) {
      const group = fieldOf(parse(text), key);
      if (typeof group !== 'object' || group === null) continue;
      for (const [name, version] of Object.entries(group)) yield [name, typeof version === 'string' ? version : ''];
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

type TomlLine = { readonly section: string; readonly key: string; readonly value: string };

/** Each value of a TOML file with where it stands; one over several lines is put on one. */
function* tomlLines(text: string): Generator<TomlLine> {
  let section = '';
  let open: TomlLine | undefined;
  for (const line of text.split('\n').map(withoutComment)) {
    if (open !== undefined) open = { ...open, value: `${open.value} ${line}` };
    else {
      section = /^\s*\[+\s*([^\]]+?)\s*\]+\s*$/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '') ?? section;
      const [, key = '', value = ''] = /^\s*("[^"]+"|'[^']+'|[\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
      open = key === '' ? undefined : { section, key: key.replaceAll(/["']/g, ''), value };
    }
    if (open === undefined || isOpen(open.value)) continue;
    yield open;
    open = undefined;
  }
}

const quoted = /"[^"]*"|'[^']*'/g;

function withoutComment(line: string): string {
  const bare = line.replace(quoted, (text) => '_'.repeat(text.length));
  const at = bare.indexOf('#');
  return at < 0 ? line : line.slice(0, at);
}

function isOpen(value: string): boolean {
  const bare = value.replace(quoted, '');
  return bare.split('[').length > bare.split(']').length;
}

function strings(value: string): readonly string[] {
  return (value.match(quoted) ?? []).map((text) => text.slice(1, -1));
}

function* ofPyproject(text: string): Found {
  for (const { section, key, value } of tomlLines(text)) {
    const lists = section === 'project.optional-dependencies' || section === 'dependency-groups';
    if (lists || (section === 'project' && key === 'dependencies')) yield* strings(value).flatMap(requirement);
    const poetry = /^tool\.poetry\.(group\.[^.]+\.)?(dev-)?dependencies$/.test(section);
    if (poetry && key !== 'python') yield* versioned(key, value);
  }
}

function* ofCargo(text: string): Found {
  for (const { section, key, value } of tomlLines(text)) {
    const found = /(?:^|\.)(?:dev-|build-)?dependencies(?:\.(.+))?$/.exec(section);
    if (found === null) continue;
    const [, name] = found;
    if (name === undefined) yield* versioned(key.split('.')[0] ?? key, value);
    else if (key === 'version') yield [name, strings(value)[0] ?? ''];
  }
}

/** A package by its key, whose value is a version or a table that may hold one; not one that only has a path. */
function versioned(key: string, value: string): readonly (readonly [string, string])[] {
  if (!value.startsWith('{')) return [[key, strings(value)[0] ?? '']];
  const version = /\bversion\s*=\s*["']([^"']*)["']/.exec(value)?.[1];
  return version === undefined && /\bpath\s*=/.test(value) ? [] : [[key, version ?? '']];
}

/** A line as `pip` takes it: `name[extra]>=1 ; marker`. */
function requirement(line: string): readonly (readonly [string, string])[] {
  const [, name, version = ''] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)/.exec(line) ?? [];
  return name === undefined ? [] : [[name, version.trim()]];
}

function* ofGoMod(text: string): Found {
  let within = false;
  for (const line of text.split('\n')) {
    if (/^\s*require\s*\(/.test(line)) within = true;
    else if (/^\s*\)/.test(line)) within = false;
    if (/\/\/\s*indirect/.test(line)) continue;
    const [, name, version = ''] =
      (within ? /^\s*([\w.~-]+\/\S+)\s+(v\S+)/ : /^\s*require\s+(\S+)\s+(v\S+)/).exec(line) ?? [];
    if (name !== undefined) yield [name, version];
  }
}

function* ofGemfile(text: string): Found {
  for (const match of text.matchAll(/^\s*gem\s+['"]([^'"]+)['"](?:\s*,\s*['"]([^'"]+)['"])?/gm)) {
    yield [match[1] ?? '', match[2] ?? ''];
  }
}
