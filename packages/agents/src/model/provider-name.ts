/** Kinds of agent program that can do a task. */
export const providerNames = ['claude', 'script'] as const;
export type ProviderName = (typeof providerNames)[number];
