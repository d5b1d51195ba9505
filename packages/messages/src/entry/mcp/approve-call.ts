import { limitRefusal } from '@cw/entry';
import type { RunContext } from '@cw/entry/mcp';
import { createAsking } from '../../asking.ts';
import { askPerson } from '../../commands/ask-person.ts';
import { choicesFor } from '../../model/choices.ts';
import { isOfFile } from '../../model/covers.ts';
import { tellCall } from '../../model/tool-call.ts';
import { askQuestion } from './ask-question.ts';

export type CallAsked = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The program's own id of the call. */
  readonly callId: string;
};

/** In the program's own words. */
export type Decision =
  | { readonly behavior: 'allow'; readonly updatedInput: Readonly<Record<string, unknown>> }
  | { readonly behavior: 'deny'; readonly message: string };

/** Texts of a call in what a screen is given; the whole of it is in the run's log. */
const longestShown = 20_000;

/** Whether an agent may do what its program asks for: by a rule, or as a person says. */
export async function approveCall(call: CallAsked, context: RunContext, gone: AbortSignal): Promise<Decision> {
  const { tool, input, callId } = call;
  const reading = context.readTool(tool, input);
  const questions = reading.asks ?? [];
  if (questions.length > 0) {
    const answer = await askQuestion(questions, context, gone);
    if (!answer.answered) return { behavior: 'deny', message: answer.refusal?.message ?? answer.message };
    const answers = Object.fromEntries(questions.map(({ question }, index) => [question, answer.answers[index]]));
    return { behavior: 'allow', updatedInput: { ...input, answers } };
  }
  const { worktree: place, runId, taskId, projectId } = context;
  const doors = createAsking(context.workspace, context, context.act);
  const { asking, ruleFor, permissionMs, expire, find, whereItLeads } = doors;
  const { kind, subject } = reading;
  const target = isOfFile(kind) && subject !== null ? whereItLeads(subject, place) : undefined;
  const told = tellCall({ tool, input, reading, place, target });
  if (await ruleFor({ tool, kind, argument: told.argument })) return { behavior: 'allow', updatedInput: input };
  const waitMs = await permissionMs();
  const asked = await askPerson(
    asking,
    {
      kind: 'permission',
      subject: `ask:${runId}:${callId}`,
      projectId,
      taskId,
      runId,
      title: told.title,
      text: told.text,
      choices: choicesFor.permission,
      expiresIn: waitMs,
      details: { tool, input: shown(input), place, rule: told.rule },
    },
    { waitMs: waitMs + 50, gone },
  );
  if (asked.how === 'refused') return { behavior: 'deny', message: limitRefusal(asked.why).message };
  if (asked.how === 'late') await expire();
  const item = asked.how === 'ended' ? asked.item : await find(asked.id);
  if (item?.answer?.choice === 'allow' || item?.answer?.choice === 'always') {
    return { behavior: 'allow', updatedInput: input };
  }
  return {
    behavior: 'deny',
    message: denial(item?.answeredVia === 'timeout' || asked.how === 'late', item?.answer?.text),
  };
}

function denial(late: boolean, words: string | null | undefined): string {
  if (late) return 'Denied: nobody answered in time. Find another way, or say in your result what you needed it for.';
  return `A person denied this${words ? `: ${words}` : '.'}`;
}

function shown(input: CallAsked['input']): CallAsked['input'] {
  const cut = (value: unknown) =>
    typeof value === 'string' && value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, cut(value)]));
}
