import { type Answer, status, text } from './answer.ts';
import type { ModelRequest } from './request.ts';

/** The model as a function: what it says to a request. */
export type Script = (request: ModelRequest) => Answer | Promise<Answer>;

/** Holds the conversation where it is until the promise settles; then the next step answers. */
export type Pause = { readonly kind: 'pause'; readonly until: Promise<unknown> };

export type Step = Answer | Pause | Script;

export function pauseUntil(until: Promise<unknown>): Pause {
  return { kind: 'pause', until };
}

/** A promise the test opens by hand. */
export type Gate = { readonly opened: Promise<void>; readonly open: () => void };

export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/**
 * Steps walked once by each conversation, one per request, so that several programs may run at once and a retried
 * request gets the following step. When none is left the model ends its turn after a structured result or a last
 * text; after anything else the request is refused with a message that says so.
 */
export function scenario(steps: readonly Step[], name = 'the scenario'): Script {
  const places = new Map<string, number>();
  return async (request) => {
    const conversation = conversationOf(request);
    for (;;) {
      const place = places.get(conversation) ?? 0;
      const step = steps[place];
      if (step === undefined) return outOfSteps(name, steps);
      places.set(conversation, place + 1);
      if (typeof step === 'function') return step(request);
      if ('kind' in step && step.kind === 'pause') await step.until;
      else return step;
    }
  };
}

/** Requests with the same answer here belong together: one session, or one sub-agent of it. */
export function conversationOf(request: ModelRequest): string {
  return `${request.sessionId}\n${request.prompt}`;
}

function outOfSteps(name: string, steps: readonly Step[]): Answer {
  const last = steps.at(-1);
  const ended =
    last === undefined ||
    typeof last === 'function' ||
    !('kind' in last) ||
    last.kind === 'text' ||
    (last.kind === 'tool' && last.name === 'StructuredOutput');
  return ended
    ? text('Done.')
    : status(400, { 'x-should-retry': 'false' }, `scripted model: ${name} has no step after its ${steps.length}`);
}
