import { age, commandLine, plainLine, plainText, type Style, tellMoment } from '@cw/entry';
import { type Instant, readSteps } from '@cw/kernel';
import type { ItemKind, ItemView } from '../../model/item.ts';

const paints: Readonly<Record<ItemKind, keyof Pick<Style, 'yellow' | 'red' | 'magenta'>>> = {
  question: 'yellow',
  permission: 'yellow',
  approval: 'yellow',
  failure: 'red',
  conflict: 'red',
  limit: 'magenta',
  login: 'magenta',
  pause: 'red',
  hold: 'red',
  proposal: 'yellow',
};

export function paintKind(kind: ItemKind, style: Style): (text: string) => string {
  return style[paints[kind]];
}

/** All of an item for people: what is asked first, then about what, then how it is answered. */
export function itemText(item: ItemView, style: Style, now: Instant): string {
  const { id, kind, title, text, taskId, taskTitle, runId, projectName, createdAt, details } = item;
  const about = [
    ...(taskId === null ? [] : [`task     ${taskId}  ${plainLine(taskTitle ?? '')}`]),
    ...(item.waiting === 0 ? [] : [`waiting  ${waitingWords(item.waiting)}`]),
    ...(runId === null ? [] : [`run      ${runId}`]),
    ...(projectName === null ? [] : [`project  ${plainLine(projectName)}`]),
    ...(typeof details.place === 'string' ? [`in       ${plainLine(details.place)}`] : []),
    ...ruleOf(item).map((rule) => `always   ${rule}`),
  ];
  return [
    `${paintKind(kind, style)(kind)}  ${style.bold(plainLine(title))}  ${style.dim(`${id}, ${age(Date.parse(createdAt), now)}`)}`,
    ...(text === '' ? [] : ['', plainText(text)]),
    ...stepsOf(item),
    ...(about.length === 0 ? [] : ['', ...about]),
    '',
    ...(item.state === 'open' ? answersText(item, style) : [endText(item, now)]),
  ].join('\n');
}

/** How much hangs on an item. */
export function waitingWords(count: number): string {
  return count === 1 ? '1 task waits for this' : `${count} tasks wait for this`;
}

/** What can be done besides answering it. */
function stepsOf({ details, state }: ItemView): readonly string[] {
  const steps = state === 'open' ? readSteps(details.next) : [];
  return steps.length === 0 ? [] : ['', ...steps.map((step) => plainLine(`${step.say}: ${commandLine(step)}`))];
}

/** What “always” would allow from then on. */
function ruleOf({ details: { rule }, choices, state }: ItemView): readonly string[] {
  const offered = state === 'open' && choices.some(({ name }) => name === 'always');
  if (!offered || typeof rule !== 'object' || rule === null) return [];
  const [tool, pattern] = ['tool', 'pattern'].map((name) => Reflect.get(rule, name));
  return [plainLine(`${tool}: ${typeof pattern === 'string' ? pattern : 'any call'}`)];
}

function answersText({ id, choices }: ItemView, style: Style): string[] {
  const wide = Math.max(0, ...choices.map(({ name }) => name.length));
  return [
    `Answer with ${style.bold(`cw inbox answer ${id} <answer>`)}:`,
    ...choices.map(({ name, label, text }) => {
      const words = text === 'none' ? '' : text === 'required' ? '  (with --text)' : '  (--text if you like)';
      return `  ${name.padEnd(wide)}  ${plainLine(label)}${words}`;
    }),
  ];
}

function endText({ state, answer, answeredBy, endedAt }: ItemView, now: Instant): string {
  const when = endedAt === null ? '' : `, ${tellMoment(endedAt, now)}`;
  if (state === 'over') return `Closed${when}: it no longer needs an answer.`;
  if (state === 'dismissed') return `Dismissed by ${plainLine(answeredBy ?? 'somebody')}${when}.`;
  const words = answer?.text ? `: ${plainText(answer.text)}` : '';
  return `Answered by ${plainLine(answeredBy ?? 'nobody')}${when}, with ${answer?.choice ?? 'nothing'}${words}`;
}
