/** An agent program that an account can be a login of. Which there are is said by whoever puts the rooms together. */
export type AccountProgram = {
  /** As it stands in rows and events. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** Where it keeps its sign-in by itself: `~/.claude`. */
  readonly usualFolder: string;
  /** A variable that signs it in. */
  readonly variable: string;
};
