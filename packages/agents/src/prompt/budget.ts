/** A part of a prompt. */
export type Section = {
  readonly title: string;
  readonly body: string;
  /** Parts that must be there whole; the others share what these leave, the first ones first. */
  readonly required: boolean;
};

const charsPerToken = 4;
/** Less than this is no use to a reader, so that the part is left out. */
const leastTokens = 50;

/** Tokens a text takes, estimated from its length. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charsPerToken);
}

/**
 * Puts sections together within a budget. Their order stays; those that do not fit are cut at a line or left out.
 * @param budget tokens
 */
export function fit(sections: readonly Section[], budget: number): { text: string; shortened: string[] } {
  const present = sections.filter((section) => section.body.trim() !== '');
  const needed = present.filter((section) => section.required).map(render);
  let left = budget - needed.reduce((sum, text) => sum + estimateTokens(text), 0);
  const shortened: string[] = [];
  const texts = present.flatMap((section) => {
    const whole = render(section);
    if (section.required) return [whole];
    const tokens = estimateTokens(whole);
    const text = tokens <= left ? whole : left >= leastTokens ? cut(whole, left) : undefined;
    if (text !== whole) shortened.push(section.title);
    left -= text === undefined ? 0 : Math.min(tokens, left);
    return text === undefined ? [] : [text];
  });
  return { text: `${texts.join('\n\n')}\n`, shortened };
}

function render(section: Section): string {
  return `## ${section.title}\n\n${section.body.trim()}`;
}

const notice = '\n\n(Cut here for length.)';

function cut(text: string, tokens: number): string {
  const room = tokens * charsPerToken - notice.length;
  const at = text.lastIndexOf('\n', room);
  return `${text.slice(0, at > room / 2 ? at : room).trimEnd()}${notice}`;
}
