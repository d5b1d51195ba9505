/**
 * Whether two lists of files, as tasks declare them, may mean the same file: the same path, a folder and what is in it, or
 * a pattern (`*` within a name, `**` across folders, `?` for a character) and what it fits.
 * @returns the first of `mine` that meets one of `theirs`
 */
export function firstOverlap(mine: readonly string[], theirs: readonly string[]): string | undefined {
  const others = theirs.map(partsOf);
  return mine.find((path) => {
    const parts = partsOf(path);
    return others.some((other) => meet(parts, other));
  });
}

function partsOf(path: string): readonly string[] {
  return path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
}

function meet(a: readonly string[], b: readonly string[]): boolean {
  const [first, ...rest] = a;
  const [other, ...others] = b;
  if (first === undefined || other === undefined) return true;
  if (first === '**') return meetAnywhere(rest, b);
  if (other === '**') return meetAnywhere(others, a);
  return fits(first, other) && meet(rest, others);
}

/** Whether what follows `**` meets what begins somewhere in `path`. A file is no folder in which it could. */
function meetAnywhere(rest: readonly string[], path: readonly string[]): boolean {
  if (rest.length === 0) return true;
  if (path.length === 0) return true;
  const isFile = /[^.*?]\.\w+$/.test(path.at(-1) ?? '');
  return path.some((_, at) => meet(rest, path.slice(at))) || !isFile;
}

function fits(a: string, b: string): boolean {
  const [aIsPattern, bIsPattern] = [isPattern(a), isPattern(b)];
  if (aIsPattern && bIsPattern) return true;
  if (aIsPattern) return patternOf(a).test(b);
  return bIsPattern ? patternOf(b).test(a) : a === b;
}

function isPattern(part: string): boolean {
  return /[*?]/.test(part);
}

function patternOf(part: string): RegExp {
  const text = part
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${text}$`);
}
