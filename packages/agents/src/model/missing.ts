import type { Advice } from '@cw/kernel';

/** Why there is none of something on this machine, without a full stop, and what a person can do about it. */
export type Missing = Advice & { readonly why: string };
