/** What a program is able to do besides carrying out a task. */
export type ProviderAbilities = {
  /** It keeps its conversations, so that a later process can go on with one. */
  readonly conversation: boolean;
  /** It takes messages while it works. */
  readonly messages: boolean;
  /** It can be told which model to use. */
  readonly model: boolean;
  /** It calls the tools of `cw mcp`. */
  readonly tools: boolean;
  /** It answers by the schema of results. */
  readonly result: boolean;
  /** It asks before it does what it was not allowed beforehand. */
  readonly permissions: boolean;
  /** It can be told how many turns and how much money one run may use. */
  readonly limits: boolean;
  /** It tells what it used: tokens, and what they cost. */
  readonly cost: boolean;
};

/** Those of a script, and of a program that is not known here any more. */
export const noAbilities: ProviderAbilities = {
  conversation: false,
  messages: false,
  model: false,
  tools: false,
  result: false,
  permissions: false,
  limits: false,
  cost: false,
};
