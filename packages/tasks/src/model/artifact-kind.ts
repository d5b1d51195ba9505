/** What an artifact most likely is: an address is a link and a hash a commit; all else is taken for a file. */
export function guessedKind(value: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return 'link';
  return /^[0-9a-f]{7,64}$/.test(value) ? 'commit' : 'file';
}
