import { Fault } from '@cw/kernel';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

/** What is said of a file that could not be read. */
export function unreadable(path: string, error: unknown): Fault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new Fault({
    code: 'input.unreadable',
    message: `${path} cannot be read: ${reasons[code] ?? (error instanceof Error ? error.message : code)}.`,
    hint: 'Check the path.',
    cause: error,
    kind: 'usage',
  });
}
