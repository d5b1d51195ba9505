// The walls between rooms and the length of files. Exceptions are in allowlist.json, which may only shrink.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder, root } from './files.mjs';

const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

const maxLines = 400;
const maxTestLines = 600;

/** Files longer than a person reads in one go, as `{ rule, file, message }`. */
export function longFiles(base) {
  return ['apps', 'packages', 'scripts']
    .filter((folder) => existsSync(join(base, folder)))
    .flatMap((folder) => filesUnder(base, folder))
    .filter((file) => /\.(tsx?|mjs|cjs|css)$/.test(file) && !file.includes('.gen.'))
    .flatMap((file) => {
      const lines = readFileSync(join(base, file), 'utf8').split('\n').length - 1;
      const limit = /\.(test|contract)\.tsx?$/.test(file) ? maxTestLines : maxLines;
      if (lines <= limit) return [];
      return [{ rule: 'file-length', file, message: `${lines} lines, at most ${limit}: split it by reason to change` }];
    });
}

/** What dependency-cruiser finds in `folders` of `base`, as `{ rule, file, message }`. */
export function brokenWalls(base, folders) {
  const run = spawnSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders],
    { cwd: base, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (!run.stdout.startsWith('{')) throw new Error(`dependency-cruiser did not run:\n${run.stdout}${run.stderr}`);
  const { summary } = JSON.parse(run.stdout);
  return summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    file: from,
    message: `→ ${cycle === undefined ? to : cycle.map((step) => step.name).join(' → ')}`,
  }));
}

function comments() {
  const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
  return new Map(forbidden.map((rule) => [rule.name, rule.comment]));
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

const key = ({ rule, file }) => `${rule} ${file}`;

/** Entries of the list that were not in it when it was first committed. */
function newEntries(entries) {
  const first = git('log', '--diff-filter=A', '--format=%H', '--', 'allowlist.json')?.split('\n').at(-1);
  const text = first ? git('show', `${first}:allowlist.json`) : undefined;
  if (text === undefined) return [];
  const known = new Set(JSON.parse(text).entries.map(key));
  return entries.filter((entry) => !known.has(key(entry)));
}

function main() {
  const { entries } = JSON.parse(readFileSync(join(root, 'allowlist.json'), 'utf8'));
  const found = [...brokenWalls(root, ['apps', 'packages']), ...longFiles(root)];
  const allowed = new Set(entries.map(key));
  const why = comments();
  const broken = found.filter((violation) => !allowed.has(key(violation)));
  for (const { rule, file, message } of broken) {
    console.error(`${rule}: ${file} ${message}\n    ${why.get(rule) ?? ''}`.trimEnd());
  }
  const seen = new Set(found.map(key));
  const stale = entries.filter((entry) => !seen.has(key(entry)));
  for (const entry of stale) console.error(`allowlist.json: "${key(entry)}" is no longer needed; take it out`);
  const added = newEntries(entries);
  for (const entry of added)
    console.error(`allowlist.json: "${key(entry)}" is new; the list may only shrink, mend the file`);
  process.exitCode = broken.length + stale.length + added.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
