/** One line of a result. */
export type Figure = {
  readonly what: string;
  readonly measured: string;
  /** What it is compared with; absent for what is only told. */
  readonly goal?: string;
  readonly met?: boolean;
};

export type Outcome = {
  readonly figures: readonly Figure[];
  /** What was really done this time: counts, rounds. */
  readonly told: string;
};

export type Benchmark = {
  /** As given to `scripts/bench/run`. */
  readonly name: string;
  readonly title: string;
  /** How it is measured and against what, for the page. */
  readonly method: string;
  readonly run: () => Promise<Outcome>;
};
