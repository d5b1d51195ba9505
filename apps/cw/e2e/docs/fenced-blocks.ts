import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repositoryRoot } from '../harness/program.ts';

/** A fenced block of a page: its language, its first line's number, its lines. */
export type Block = { readonly language: string; readonly line: number; readonly lines: readonly string[] };

export type Page = {
  /** From the root of the repository. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /** The lines outside of fenced blocks, each with its number. */
  readonly prose: readonly { readonly line: number; readonly text: string }[];
};

/** Every page written for people: the README, the change log, `docs/` and `reference/`. */
export function allPages(): readonly Page[] {
  const folders = ['docs', 'reference'].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => relative(repositoryRoot, join(entry.parentPath, entry.name))),
  );
  return ['README.md', 'CHANGELOG.md', ...folders.sort()].map((path) =>
    readPage(path, readFileSync(join(repositoryRoot, path), 'utf8')),
  );
}

/** @throws Error when a fence is not closed */
export function readPage(path: string, text: string): Page {
  const blocks: Block[] = [];
  const prose: { line: number; text: string }[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence === null) {
      if (open) open.lines.push(line);
      else prose.push({ line: index + 1, text: line });
    } else if (open) {
      blocks.push(open);
      open = undefined;
    } else open = { language: fence[1] ?? '', line: index + 2, lines: [] };
  }
  if (open) throw new Error(`${path}:${open.line} opens a block that is never closed`);
  return { path, blocks, prose };
}
