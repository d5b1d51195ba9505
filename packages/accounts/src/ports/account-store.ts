export type NewAccount = {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly configDir: string | null;
  /** Names of the variables in its file; the values are nowhere else. */
  readonly envKeys: readonly string[];
};

/** Writes accounts, within the transaction it was made for. */
export type AccountStore = {
  isNameTaken(name: string): Promise<boolean>;
  insert(account: NewAccount): Promise<void>;
  /** Takes it out of every list; the row stays. */
  remove(id: string): Promise<void>;
};
