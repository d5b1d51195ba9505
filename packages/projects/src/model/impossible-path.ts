/** True of a path that git itself never tracks: it would lead out of the tree, or into what git keeps. */
export function isImpossiblePath(path: string): boolean {
  return path.split('/').some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git');
}
