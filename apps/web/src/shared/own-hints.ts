import { formatMoment } from './format.ts';

/** What to do next on a screen, where the server's words name a command of the terminal. */
const hints: Readonly<Record<string, string>> = {
  'task.title-too-long': 'Keep the title to one line and put the rest into the description.',
  'task.title-multiline': 'Keep the title to one line and put the rest into the description.',
  'task.has-children': 'Delete them first, or delete them with it.',
  'task.cannot-undo': 'Its history shows what it was before.',
  'task.no-plan': 'Write one first.',
  'task.plan-changed': 'Read what it says now, and approve that.',
  'task.plan-stale': 'Read what it says now, and change that.',
  'task.claimed': 'Take another one, or release this one first.',
  'task.not-ready': 'See below what it needs.',
  'task.open-children': 'Close them first, or close it all the same.',
  'task.plan-not-approved': 'Approve its plan first, or close it all the same.',
  'task.unmet-dependencies': 'Finish those first, cancel it, or close it all the same.',
  'task.no-project': 'Say in its properties which project it belongs to.',
  'task.already-closed': 'It can be opened again.',
  'task.no-gate': 'Make it a gate in its properties first.',
  'project.name-taken': 'Choose another name.',
  'project.value-invalid': 'Correct it and save again.',
  'account.env-invalid': 'Write one variable a line: KEY=VALUE.',
  'rule.no-tool': 'Name it as its program does: Bash, Write, WebFetch.',
  'message.run-ended': 'Its agent can be written to, and a retry of its task takes a note.',
  'merge.bad-limit': 'Ask for fewer.',
};

/** Options of commands whose fields have a name on the screen as well. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/\bwith --default-branch\b/g, 'as the default branch'],
  [/\bwith --context\b/g, 'among the context files'],
];

const ofTerminal = /\bcw [a-z]|(?:^|[\s(])--[a-z]/;

/**
 * The server's advice in words for a screen: its own where there are some, else what is left without the parts that name
 * commands and options of `cw`.
 */
export function ownHint(code: string | undefined, hint: string | undefined): string | undefined {
  // How to sign in, and what is wrong with the workspace itself, is for the terminal.
  if (code === undefined || hint === undefined || /^(request|server|session|storage)\./.test(code)) return hint;
  const named = fields.reduce((text, [option, name]) => text.replace(option, name), hint);
  if (!ofTerminal.test(named) || /\bgit [a-z]/.test(named)) return named;
  if (hints[code]) return hints[code];
  const left = named
    .split(/(?<=[.?!;:])\s+/)
    .filter((part) => !ofTerminal.test(part))
    .join(' ')
    .replace(/[:;]$/, '.')
    .replace(/(?:^|[.?!] )[a-z](?![a-z]*_)/g, (start) => start.toUpperCase());
  return left || undefined;
}

/** Advice within sentences of the server, each as this program writes it, and what a screen says in its place. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/\(cw run list\), then cw resume(?: --project [\w-]+)?/g, 'in the runs, then resume'],
  [/; cw resume(?: --project [\w-]+)? ends that$/, ''],
  [/; cw task update --project <project> puts it into another$/, '; choose another in its properties'],
  [/; at once with cw run retry \S+\.$/, '.'],
  [/ \(cw agent show [^()\s]+\)$/, ''],
  [/ \(agents\.capabilities, cw agent register\)$/, ' (agents.capabilities)'],
  [/^cw resume(?: --project [^ ]+)? lets them be started again\.$/, 'Resume lets them be started again.'],
  [
    /^cw agent list tells which; cw run log .*$/,
    'The agents tell which; its run shows what it did last, and can be stopped there.',
  ],
];

const machineTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z\b/g;

/** A sentence of the server about what goes on: what there is to do in words of the screen, times by this browser's clock. */
export function onScreen(sentence: string): string {
  return advice
    .reduce((text, [pattern, words]) => text.replace(pattern, words), sentence)
    .replace(machineTime, (time) => formatMoment(Date.parse(time), Date.now()));
}
