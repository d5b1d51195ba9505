import type { Choice } from '../../data/api-types.ts';

/** Under which name the words of an answer are kept until they are sent. */
export function answerDraft(itemId: string): string {
  return `answer.${itemId}`;
}

/** Choices that say no: they stand apart, in red. */
const refusing: ReadonlySet<string> = new Set(['deny', 'reject', 'cancel']);

export function refuses(choice: Pick<Choice, 'name'>): boolean {
  return refusing.has(choice.name);
}

/** In which order buttons stand: the first answer leads on a wide screen, and is lowest, under the thumb, on a narrow one. */
export function inOrder(choices: readonly Choice[], narrow: boolean): readonly Choice[] {
  const [first, ...others] = choices;
  if (first === undefined) return [];
  const [no, yes] = [others.filter(refuses), others.filter((choice) => !refuses(choice))];
  return narrow ? [...no, ...yes, first] : [first, ...yes, ...no];
}

/** How many answers are buttons: the first one leads, two more stand beside it. */
const mostButtons = 3;

/** The answers that are buttons, and those that are in a menu beside them. */
export function atOnce(choices: readonly Choice[]): readonly [readonly Choice[], readonly Choice[]] {
  return [choices.slice(0, mostButtons), choices.slice(mostButtons)];
}

/** Why a choice cannot be taken with the words that are there; undefined when it can. */
export function whyNot(choice: Choice, words: string): string | undefined {
  const some = words.trim() !== '';
  if (choice.text === 'none' && some) return 'This answer takes no text: nobody would read it.';
  if (choice.text === 'required' && !some) return 'Write the text first.';
  return undefined;
}

/** What words alone mean: the one choice that has to have them, else the first that takes some. */
export function impliedBy(choices: readonly Choice[]): Choice | undefined {
  return choices.find(({ text }) => text === 'required') ?? choices.find(({ text }) => text === 'optional');
}

export type Offer = { readonly label: string; readonly description: string };

/** The answers that a question offers, as its agent gave them. */
export function offered(details: Readonly<Record<string, unknown>>): readonly Offer[] {
  if (!Array.isArray(details.options)) return [];
  return details.options.flatMap((option: unknown) => {
    if (typeof option !== 'object' || option === null) return [];
    const [label, description] = [Reflect.get(option, 'label'), Reflect.get(option, 'description')];
    if (typeof label !== 'string' || label === '') return [];
    return [{ label, description: typeof description === 'string' ? description : '' }];
  });
}

/** The text of an item without the list of what it offers, where that is shown as buttons. */
export function textWithoutOffers(text: string, details: Readonly<Record<string, unknown>>): string {
  const { question } = details;
  if (offered(details).length === 0 || typeof question !== 'string') return text;
  const [, ...rest] = question.trim().split('\n');
  return rest.join('\n').trim();
}
