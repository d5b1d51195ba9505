import type { IsoTime } from '@cw/kernel';

export type AccountView = {
  readonly id: string;
  readonly name: string;
  readonly provider: 'claude';
  readonly configDir: string | null;
  /** Names of the environment variables it sets; values never leave its file. */
  readonly envKeys: readonly string[];
  readonly createdAt: IsoTime;
};
