/** What a reference to an issue of another tracker may be kept as: its number there, or an address. */
export type ForeignId = {
  readonly number: string | null;
  readonly repository: string | null;
  readonly url: string | null;
};

const issueAddress = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d{1,9})(?:[/?#].*)?$/;

/** Reads `12`, `#12`, `gh-12` and the address of an issue; undefined where a reference is none of these. */
export function foreignId(ref: string): ForeignId | undefined {
  const [, number] = /^(?:#|gh-)?(\d{1,9})$/i.exec(ref) ?? [];
  if (number !== undefined) return { number, repository: null, url: null };
  if (!/^https?:\/\/\S+$/.test(ref)) return undefined;
  const [, repository = null, issue = null] = issueAddress.exec(ref) ?? [];
  return { number: issue, repository, url: ref.replace(/[/]?(?:#.*)?$/, '') };
}

/** Whether a word looks like the id of a task, here or elsewhere, rather than like a word of a text. */
export function looksLikeId(word: string): boolean {
  return /^tk_\w/i.test(word) || /^https?:/.test(word) || /^(?=.*\d)[0-9a-z]{12}$/.test(word) || /[#-].*\d/.test(word);
}
