/** Keeps each account's secret values in a file only its owner can read. */
export type SecretFiles = {
  write(accountId: string, env: Readonly<Record<string, string>>): Promise<void>;
  /** The values; empty where there is no file. */
  read(accountId: string): Promise<Readonly<Record<string, string>>>;
  remove(accountId: string): Promise<void>;
};
