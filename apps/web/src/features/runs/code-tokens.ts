export type CodeToken = {
  readonly text: string;
  readonly kind: 'plain' | 'keyword' | 'string' | 'function' | 'type' | 'comment';
};

const keywords = new Set(
  'abstract and as async await break case catch class const continue def default defer del delete do elif else enum except export extends false finally fn for from func function if impl import in instanceof interface is lambda let match mod mut new nil none not null of or package pass private protected pub public raise readonly return self static struct super switch this throw trait true try type typeof undefined use var void while with yield'.split(
    ' ',
  ),
);

const pattern =
  /(?<comment>\/\/.*$|\/\*.*?(?:\*\/|$)|^\s*#.*$|\s#\s.*$)|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?)|(?<word>[A-Za-z_$][\w$]*)(?<call>\s*\()?/g;

function kindOfWord(word: string, isCall: boolean): CodeToken['kind'] {
  if (keywords.has(word)) return 'keyword';
  if (isCall) return 'function';
  return /^[A-Z][\w$]*[a-z]/.test(word) ? 'type' : 'plain';
}

/** A line of code in coloured pieces. It knows no language: strings, comments, common keywords, calls and type names. */
export function codeTokens(line: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > at) tokens.push({ text: line.slice(at, match.index), kind: 'plain' });
    const { comment, string, word, call } = match.groups ?? {};
    if (comment !== undefined) tokens.push({ text: comment, kind: 'comment' });
    else if (string !== undefined) tokens.push({ text: string, kind: 'string' });
    else if (word !== undefined) tokens.push({ text: word, kind: kindOfWord(word, call !== undefined) });
    if (call !== undefined) tokens.push({ text: call, kind: 'plain' });
    at = match.index + match[0].length;
  }
  if (at < line.length) tokens.push({ text: line.slice(at), kind: 'plain' });
  return tokens;
}
