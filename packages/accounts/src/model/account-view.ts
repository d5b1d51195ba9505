import type { IsoTime } from '@cw/kernel';

export type AccountView = {
  readonly id: string;
  readonly name: string;
  /** Name of the program that it is a login of. */
  readonly provider: string;
  readonly configDir: string | null;
  /** Names of the environment variables it sets; values never leave its file. */
  readonly envKeys: readonly string[];
  readonly createdAt: IsoTime;
};
