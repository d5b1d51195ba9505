/** Who did it: a person, an agent's run, or the program itself. */
export type Actor = {
  readonly kind: 'user' | 'run' | 'system';
  /** The id of the user or run; for the system the name of the part that acted. */
  readonly id: string;
  /** As shown to people. */
  readonly name: string;
};

/** What every command is told besides its input. */
export type Act = {
  readonly actor: Actor;
  /** Position of the event that led to this one, if any. */
  readonly cause?: number | undefined;
  /** The run whose doing this is, if any. */
  readonly runId?: string | undefined;
};

export function systemAct(part: string, cause?: number): Act {
  return { actor: { kind: 'system', id: part, name: part }, cause };
}
