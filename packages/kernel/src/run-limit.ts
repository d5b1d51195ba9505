/** How much of something one run may make in all, and the setting that says so. */
export type RunLimit = { readonly most: number; readonly setting: string };

/** A run has made as much of something as it may. */
export type LimitReached = {
  readonly kind: 'run.limit-reached';
  /** In the plural: `comments`. */
  readonly what: string;
} & RunLimit;
