/** A project as far as tasks care. */
export type ProjectChoice = {
  readonly id: string;
  /** Whether agents take every ready task of it, or only assigned ones. */
  readonly dispatch: 'assigned' | 'auto';
};
