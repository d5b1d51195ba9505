import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compares the migrations of a folder with the hashes that were written down when they were made.
 * @returns problems in words, and the hashes with the new migrations added.
 */
export function compareHashes(folder) {
  const goldenPath = join(folder, 'hashes.json');
  const golden = existsSync(goldenPath) ? JSON.parse(readFileSync(goldenPath, 'utf8')) : {};
  const found = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
  const names = [...new Set([...Object.keys(golden), ...Object.keys(found)])].sort();
  const problems = names.flatMap((name) => {
    if (found[name] === undefined) return [`${name} was shipped and is gone; bring it back`];
    if (golden[name] === undefined) return [`${name} has no hash; run: node scripts/migration-hashes.mjs --write`];
    if (golden[name] !== found[name]) return [`${name} was shipped and changed; undo that and add a new migration`];
    return [];
  });
  return { problems, hashes: { ...found, ...golden }, added: names.filter((name) => golden[name] === undefined) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../drizzle', import.meta.url));
  const write = process.argv.includes('--write');
  if (write) {
    writeFileSync(join(folder, 'hashes.json'), `${JSON.stringify(compareHashes(folder).hashes, null, 2)}\n`);
  }
  const { problems } = compareHashes(folder);
  for (const problem of problems) console.error(`drizzle/${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
