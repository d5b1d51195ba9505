import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

/** The licence texts of the packages in these folders, one after the other. */
export function licencesOf(folders) {
  return folders
    .flatMap((folder) => {
      const path = join(root, folder);
      if (!existsSync(join(path, 'package.json'))) return [];
      const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      const file = readdirSync(path).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
      const text = file ? readFileSync(join(path, file), 'utf8').trim() : '';
      return [`${name} ${version} (${license ?? 'see below'})\n\n${text}\n`];
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
