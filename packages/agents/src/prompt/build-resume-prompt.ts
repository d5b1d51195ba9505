import { checkpoint, howToAnswer, limited, line } from './build-prompt.ts';
import type { ResumeInput } from './prompt-input.ts';

/** What a worker is told that goes on where an earlier run of its task stopped: it has the conversation so far. */
export function buildResumePrompt({ task, branch, before, checkpoints, note }: ResumeInput): string {
  const why = line(before.reason ?? `it ended as ${before.outcome ?? 'unknown'}`);
  const parts = [
    `# Task ${task.id}: ${line(task.title)}`,
    `Your work on this task stopped: ${why}

Go on with it now. You have the conversation so far, and work in the same directory, on the branch \`${branch}\`. What was not
committed when you stopped was committed for you, or set aside if it did not belong there. Look at \`git log\` and \`git status\` first;
processes that you had started are gone.`,
    ...section('Said for this attempt', limited(note ?? '')),
    ...section('The task as it stands now', [task.description, acceptance(task.acceptance)].join('\n\n')),
    ...section('Checkpoints so far', checkpoints.map(checkpoint).join('\n')),
    ...section('How to answer', howToAnswer),
  ];
  return `${parts.join('\n\n')}\n`;
}

function acceptance(text: string): string {
  return text.trim() === '' ? '' : `Done means: ${text}`;
}

function section(title: string, body: string): readonly string[] {
  const text = limited(body.trim());
  return text === '' ? [] : [`## ${title}\n\n${text}`];
}
