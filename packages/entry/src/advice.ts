import { type Advice, adviceSentences, type NextStep } from '@cw/kernel';

/** What to do next as a terminal tells it, with the commands that do it. Undefined where there is nothing to say. */
export function adviceInTerminal({ hint, next = [] }: Advice): string | undefined {
  return adviceSentences(hint, next.map(withCommand));
}

/** Commands for which no screen and no tool stands: they are told everywhere. */
const onlyInTerminal = /^(?:--server|backup|doctor|open)(?: |$)/;

/** The same as a screen tells it, where people act without commands. */
export function adviceOnScreen({ hint, next = [] }: Advice): string | undefined {
  return adviceSentences(
    hint,
    next.map((step) => (onlyInTerminal.test(step.command) ? withCommand(step) : step.say)),
  );
}

/** The same for an agent, which acts by its tools. @param tools names of those that it has */
export function adviceForTools({ hint, next = [] }: Advice, tools: readonly string[]): string | undefined {
  const steps = next.map((step) => {
    if (onlyInTerminal.test(step.command)) return withCommand(step);
    const tool = toolFor(step, tools);
    return tool === undefined ? step.say : `${step.say}: ${tool}`;
  });
  return adviceSentences(hint, steps);
}

/** A sentence without its full stop, and what to do about it, for a terminal. */
export function sentenceWithAdvice({ message, ...advice }: Advice & { readonly message: string }): string {
  const told = adviceInTerminal(advice);
  return told === undefined ? message : `${message}. ${told}`;
}

/** Something with its advice as programs are told it: all of it in words, and the commands as data. */
export function toldToPrograms<T extends Advice>(item: T) {
  const next = item.next?.map(({ command, args }) => ({ command, args }));
  return { ...item, hint: adviceInTerminal(item), next };
}

/** The same as a screen is told it. */
export function toldToScreen<T extends Advice>({ next, ...item }: T) {
  return { ...item, hint: adviceOnScreen({ hint: item.hint, next }) };
}

function withCommand(step: NextStep): string {
  return `${step.say}: ${commandLine(step)}`;
}

/** A step as it is typed into a shell. */
export function commandLine({ command, args }: Pick<NextStep, 'command' | 'args'>): string {
  return ['cw', command, ...args.map(quoted)].filter((word) => word !== '').join(' ');
}

/**
 * A tool is named after the command whose work it does, or after the first words of it: `task_dep` adds and removes. None
 * forces anything.
 */
function toolFor({ command, args }: NextStep, tools: readonly string[]): string | undefined {
  if (args.includes('--force')) return undefined;
  const words = command.split(' ');
  const names = words.map((_, index) => words.slice(0, words.length - index).join('_'));
  return names.find((name) => tools.includes(name));
}

/** As a shell takes it. What the reader is to fill in stays as it is. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./<>…-]+$/.test(arg) ? arg : `"${arg.replaceAll(/["\\$`]/g, '\\$&')}"`;
}
