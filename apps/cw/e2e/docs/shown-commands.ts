import type { Page } from './fenced-blocks.ts';

/** A command line that a page shows, and where. */
export type Shown = { readonly at: string; readonly words: readonly string[] };

/** What `cw <words> --help` says. */
export type Help = (words: readonly string[]) => Promise<string>;

/** Command lines of a page: those of its blocks, and those in code spans. */
export function commandsShown({ path, blocks, prose }: Page): readonly Shown[] {
  const inBlocks = blocks.flatMap(({ language, line, lines }) =>
    lines
      .join('\n')
      .replaceAll('\\\n', '  ')
      .split('\n')
      .flatMap((text, index) => {
        const pattern = language === 'sh' ? /(?:^|[|;(]|\bdo) *(cw .+)$/ : /^(?:\$ )?(cw (?:[a-z]+ |--)[^,]*)$/;
        return shown(`${path}:${line + index}`, pattern.exec(text)?.[1]);
      }),
  );
  const inSpans = prose.flatMap(({ line, text }) =>
    [...text.matchAll(/`(cw [^`]+)`/g)].flatMap((span) => shown(`${path}:${line}`, span[1])),
  );
  return [...inBlocks, ...inSpans];
}

/** Without comment, and without what follows in another command; quoted words in one piece. */
function shown(at: string, text: string | undefined): readonly Shown[] {
  const words = text?.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const end = words.findIndex((word) => /^[#|;&)]|^\|\|$/.test(word));
  const own = (end < 0 ? words : words.slice(0, end)).slice(1);
  return own.length === 0 ? [] : [{ at, words: own }];
}

/** What of a command line the program does not know; undefined when it knows all of it. */
export async function unknownIn({ at, words }: Shown, help: Help): Promise<string | undefined> {
  const isPart = words[0] === '--server' || words[0] === 'mcp';
  const path = isPart ? words.slice(0, 1) : await commandIn(words, help);
  if (path === undefined) return `${at}: cw ${words.join(' ')}: there is no such command`;
  const text = await help(path);
  const options = words.slice(path.length, words.includes('--') ? words.indexOf('--') : undefined);
  const unknown = options
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.replace(/[=\])].*$/, ''))
    .find((option) => !new RegExp(`(^|[\\s,])${option}([\\s,]|$)`, 'm').test(text));
  return unknown === undefined ? undefined : `${at}: cw ${path.join(' ')} has no option ${unknown}`;
}

/** The leading words that name a command or a group of them; undefined when the first word that must be one is none. */
async function commandIn(words: readonly string[], help: Help): Promise<readonly string[] | undefined> {
  const path: string[] = [];
  for (const word of words) {
    const text = await help(path);
    const lists = [...text.matchAll(/^(?:Commands|Short forms):$([\s\S]*?)(?=^\S|$(?![\s\S]))/gm)];
    if (lists.length === 0) return path;
    const commands = lists.map((list) => list[1]).join('');
    if (!/^[a-z]+$/.test(word)) return word.startsWith('<') ? undefined : path;
    if (!new RegExp(`^ {2}(?:[a-z, ]*[|,] ?)?${word}([ |,]|$)`, 'm').test(commands)) return undefined;
    path.push(word);
  }
  return path;
}
