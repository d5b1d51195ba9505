/** Kinds of agent program that can do a task. */
export const providerNames = ['claude', 'script'] as const;
export type ProviderName = (typeof providerNames)[number];

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
};

export const providerAbilities: Readonly<Record<ProviderName, ProviderAbilities>> = {
  claude: { conversation: true, messages: true, model: true, tools: true },
  script: { conversation: false, messages: false, model: false, tools: false },
};
