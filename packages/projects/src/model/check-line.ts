/** A check as it is told to people, and what is run for it. */
export type NamedCheck = { readonly name: string; readonly command: string };

const longestName = 60;
/** Words of a command line that become the name of a check without one. */
const mostWords = 3;
const longestWord = 30;

/**
 * A check as a project's settings hold it: `tests: npm test`, a name of letters, digits, `-`, `_` and spaces before a colon and
 * a space. A command line without a name gets one from its first words.
 */
export function readCheck(line: string): NamedCheck {
  const [, name = '', command = ''] = /^([\p{L}\p{N}_-][\p{L}\p{N}_ -]*): +(\S[\s\S]*)$/u.exec(line.trim()) ?? [];
  if (name !== '' && name.length <= longestName) return { name: name.trim(), command };
  return { name: firstWords(line), command: line.trim() };
}

/** The program and what it is told to do, up to the first word that only a shell reads. */
function firstWords(line: string): string {
  const words = line
    .trim()
    .split(/\s+/)
    .filter((word) => !/^\w+=/.test(word));
  const plain = words.findIndex(
    (word) => !/^[\p{L}\p{N}][\p{L}\p{N}._:@/-]*$/u.test(word.replace(/^(\.{0,2}\/)+/, '')),
  );
  const taken = words.slice(0, plain === -1 ? mostWords : Math.min(mostWords, plain));
  const name = taken.map((word) => word.replace(/^.*\//, '').slice(0, longestWord)).join(' ');
  return name === '' ? 'check' : name;
}
