export type SqlValue = string | number | bigint | Buffer | null;
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

/** Reads by SQL text. Rows are plain objects with the names of the select list. */
export type ReadDb = {
  /** Every row of the answer. */
  all<Row>(sql: string, params?: SqlParams): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(sql: string, params?: SqlParams): Promise<Row | undefined>;
  /**
   * Every row, one by one, for answers that need not fit into memory. Until the last one is taken, everything else that
   * is read over the same connection sees the state that these rows are of.
   */
  each<Row>(sql: string, params?: SqlParams): Iterable<Row>;
};
