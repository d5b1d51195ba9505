import { isUtf8 } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { isRecord, listOf, parseJson } from '../model/json.ts';
import type { RunInput } from '../model/run-view.ts';
import { isOwnFile, readPart, sizeOf } from './own-file.ts';
import { logFiles } from './process/wrapper.ts';

/** Bytes of one input file that are kept. */
const largestInput = 500_000;
const largestPrompt = 1_000_000;

/** A file an agent is given, as it was read. */
export type InputFile = RunInput & {
  /** Null when it is missing or too large. */
  readonly content: Buffer | null;
};

/**
 * Reads a file that a worker is to be given. What cannot be given is said in its note, not thrown.
 * @param root directory it must lie in; links that lead out of it are not followed
 * @param name path from there
 */
export function readInput(root: string, name: string): InputFile {
  const absent = (note: string, bytes = 0): InputFile => ({ name, bytes, binary: false, note, content: null });
  const path = join(root, name);
  if (!existsSync(path)) return absent('The file is missing.');
  const real = realpathSync(path);
  if (!real.startsWith(realpathSync(root) + sep)) return absent('The file lies outside the worktree.');
  const stats = statSync(real);
  if (!stats.isFile()) return absent('This is not a file.');
  if (stats.size > largestInput) return absent(`Larger than ${largestInput / 1000} kB.`, stats.size);
  const content = readFileSync(real);
  return { name, bytes: content.length, binary: isBinary(content), note: null, content };
}

/** The text of an input, or undefined when it has none that can be put into a prompt. */
export function inputText(file: InputFile): string | undefined {
  return file.content === null || file.binary ? undefined : file.content.toString('utf8');
}

function isBinary(content: Buffer): boolean {
  return content.includes(0) || !isUtf8(content);
}

/** Stores what an agent is given, as it is given: `PROMPT.md`, and the files it was made from under `input/`. */
export function writePrompt(dir: string, prompt: string, files: readonly InputFile[]): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const inputDir = join(dir, logFiles.input);
  rmSync(inputDir, { recursive: true, force: true });
  mkdirSync(inputDir, { mode: 0o700 });
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const index = sorted.map(({ content, ...input }, number) => {
    const file = content === null ? null : `${number}-${basename(input.name).slice(-100)}`;
    if (file !== null && content !== null) writeFileSync(join(inputDir, file), content, { mode: 0o600 });
    return { ...input, file };
  });
  writeFileSync(join(inputDir, indexFile), `${JSON.stringify(index, null, 2)}\n`, { mode: 0o600 });
  writeFileSync(join(dir, logFiles.prompt), prompt, { mode: 0o600 });
}

const indexFile = 'index.json';

/** The prompt of a run, at most 1 MB of it; undefined while it has none. */
export function readPrompt(dir: string): string | undefined {
  const path = join(dir, logFiles.prompt);
  if (!isOwnFile(path)) return undefined;
  const [content, size] = [readPart(path, 0, largestPrompt).toString('utf8'), sizeOf(path)];
  return size <= largestPrompt ? content : `${content}\n\n(Cut here: the prompt has ${size} bytes.)\n`;
}

type IndexEntry = RunInput & { readonly file: string | null };

/** What a run was given, sorted by name. */
export function listInputs(dir: string): RunInput[] {
  return readIndex(dir).map(({ file: _, ...input }) => input);
}

/** The content of one input as text; null when there is none to show. */
export function readInputText(dir: string, name: string): { input: RunInput; text: string | null } | undefined {
  const entry = readIndex(dir).find((candidate) => candidate.name === name);
  if (!entry) return undefined;
  const { file, ...input } = entry;
  const path = file === null || input.binary ? undefined : join(dir, logFiles.input, basename(file));
  const text = path === undefined || !isOwnFile(path) ? null : readPart(path, 0, largestInput).toString('utf8');
  return { input, text };
}

function readIndex(dir: string): IndexEntry[] {
  const path = join(dir, logFiles.input, indexFile);
  return listOf(parseJson(readPart(path, 0, sizeOf(path)).toString('utf8'))).filter(isIndexEntry);
}

function isIndexEntry(value: unknown): value is IndexEntry {
  return isRecord(value) && typeof value.name === 'string' && typeof value.bytes === 'number' && 'file' in value;
}
