const plain = /^[A-Za-z0-9_/.,:=@%+-]+$/;

function word(text: string): string {
  return plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export type ByHand = { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** The line for a shell that goes on with a conversation in its worktree. */
export function shellLine(worktree: string | null, { argv, env }: ByHand): string {
  const set = Object.entries(env).map(([name, value]) => `${name}=${word(value)}`);
  const command = [...set, ...argv.map(word)].join(' ');
  return worktree === null ? command : `cd ${word(worktree)} && ${command}`;
}
