import { type Answer, type ModelRequest, result, type ScriptedModel, tool, waitFor } from '@cw/testkit';

/** An agent whose model does what the test says next; between two calls it waits. */
export type LedAgent = {
  /** Waits until it is at work. */
  readonly atWork: () => Promise<void>;
  /** Has it call a tool. Answers what it is told. */
  readonly call: (name: string, input?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Has it begin with a tool, whose end nobody waits for. */
  readonly begin: (name: string, input?: Readonly<Record<string, unknown>>) => Promise<void>;
  /** What it was told of what it did last. */
  readonly heard: () => Promise<string>;
  /** Everything that its model has been told since it began. */
  readonly told: () => string;
  /** Has its model never answer what it was asked, before its process is killed. */
  readonly forget: () => void;
  /** Has it end with a result. @defaultValue it is done */
  readonly end: (value?: Readonly<Record<string, unknown>>) => Promise<void>;
};

type Turn = { readonly request: ModelRequest; readonly answer: (what: Answer) => void };

/** Leads the agents whose prompt has this in it, one after the other. */
export function leadAgent(model: Pick<ScriptedModel, 'when'>, title: string): LedAgent {
  const turns: Turn[] = [];
  const told: string[] = [];
  model.when(title, (request) => {
    told.push(...request.lastToolResults.map(({ text }) => text), request.lastText);
    return new Promise((answer) => {
      turns.push({ request, answer });
    });
  });
  const turn = () => waitFor(() => turns[0], { timeout: 60_000, what: `the model of “${title}” to be asked` });
  const say = async (answer: Answer) => {
    (await turn()).answer(answer);
    turns.shift();
  };
  const heard = async () => (await turn()).request.lastToolResults.map(({ text }) => text).join('\n');
  const begin: LedAgent['begin'] = (name, input = {}) => say(tool(name, input));
  return {
    ...{ begin, heard },
    atWork: async () => void (await turn()),
    call: async (name, input) => {
      await begin(name, input);
      return heard();
    },
    forget: () => void turns.splice(0),
    told: () => told.join('\n'),
    end: (value = { status: 'done', summary: 's' }) => say(result(value)),
  };
}
