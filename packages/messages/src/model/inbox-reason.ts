import { hideSecrets, type ReasonWords, type SayWhy, type Why } from '@cw/kernel';
import { type Offers, optionsText } from './asked-question.ts';

/** What cw itself puts before a person says, where it rests on a reason or on a title. */
export type InboxReason =
  /** The line of a reason that tells most, and its other lines. */
  | { readonly code: 'inbox.head'; readonly of: Why }
  | { readonly code: 'inbox.rest'; readonly of: Why; readonly output?: readonly string[] }
  | { readonly code: 'inbox.approve-gate' | 'inbox.approve-plan'; readonly title: string }
  | { readonly code: 'inbox.follow-ups'; readonly count: number; readonly of: string }
  | {
      readonly code: 'inbox.proposed';
      readonly follow: readonly { readonly title: string; readonly description: string }[];
    }
  | { readonly code: 'inbox.plan'; readonly goal: string; readonly approach: string }
  | CallReason
  /** A file that a call would touch is named otherwise than where it is; then what the call would do. */
  | { readonly code: 'inbox.linked'; readonly named: string; readonly text: string }
  /** A question of an agent, and the answers that it offers. */
  | ({ readonly code: 'inbox.offers'; readonly text: string } & Offers);

/** What an agent's program asks whether it may do, in a line. */
export type CallReason =
  | { readonly code: 'inbox.use-tool'; readonly tool: string }
  | { readonly code: 'inbox.run-command'; readonly command: string }
  | { readonly code: 'inbox.touch-file'; readonly how: keyof typeof verbs; readonly path: string }
  | { readonly code: 'inbox.fetch'; readonly url: string };

const verbs = { write: 'Write', read: 'Read', change: 'Change' } as const;

export const longestTitle = 500;

export const sayInboxReason: ReasonWords<InboxReason> = (reason, say) => {
  switch (reason.code) {
    case 'inbox.head':
      return asTitle(partsOf(reason.of, say)[0]);
    case 'inbox.rest':
      return inParts(partsOf(reason.of, say)[1].join('\n').trim(), fenced(reason.output ?? []));
    case 'inbox.approve-gate':
      return asTitle(`Approve the result of “${reason.title}”`);
    case 'inbox.approve-plan':
      return asTitle(`Approve the plan of “${reason.title}”`);
    case 'inbox.follow-ups':
      return asTitle(
        `${reason.count === 1 ? 'A follow-up was' : `${reason.count} follow-ups were`} proposed for “${reason.of}”`,
      );
    case 'inbox.proposed':
      return inParts(...reason.follow.map(({ title, description }) => inParts(`**${title}**`, description)));
    case 'inbox.use-tool':
      return asTitle(`Use ${reason.tool}`);
    case 'inbox.run-command':
      return asTitle(`Run: ${reason.command}`);
    case 'inbox.touch-file':
      return asTitle(`${verbs[reason.how]} ${reason.path}`);
    case 'inbox.fetch':
      return asTitle(`Fetch ${reason.url}`);
    case 'inbox.linked':
      return inParts(`It is named ${reason.named}, which leads there.`, reason.text);
    case 'inbox.offers':
      return inParts(reason.text, hideSecrets(optionsText(reason)));
    case 'inbox.plan':
      return inParts(...named('Goal', reason.goal), ...named('Approach', reason.approach));
  }
};

/** As long as the title of an item may be. */
export function asTitle(text: string): string {
  return text.length > longestTitle ? `${text.slice(0, longestTitle - 1)}…` : text;
}

function named(name: string, text: string): readonly string[] {
  return text === '' ? [] : [`**${name}:** ${text}`];
}

/** What a program wrote, as markdown leaves it as it is. */
function fenced(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const longest = Math.max(2, ...(lines.join('\n').match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence].join('\n');
}

function inParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function partsOf(why: Why, say: SayWhy): readonly [string, readonly string[]] {
  return headOf(say(why).trim().split('\n'));
}

/**
 * The line that tells most, and the others. One that only leads to the next is told with it; one that leads to the end of
 * an output, as “… with exit code 3:”, with the last line, where programs say what was wrong.
 */
function headOf([first = '', second, ...rest]: readonly string[]): readonly [string, readonly string[]] {
  if (second === undefined) return [first, []];
  const last = rest.at(-1)?.trim();
  if (last && /exit code \d+:$/.test(first)) return [`${first} ${last}`, [second, ...rest.slice(0, -1)]];
  return first.endsWith(':') ? [`${first} ${second.trim()}`, rest] : [first, [second, ...rest]];
}
