import type { Scope } from '../model/config-key.ts';

/** Where a value stands: a key of one layer, and of one thing in it. */
export type SettingPlace = { readonly scope: Scope; readonly scopeId: string; readonly key: string };

/** Reads and writes stored values, within the transaction it was made for. */
export type SettingStore = {
  find(place: SettingPlace): Promise<string | null>;
  save(place: SettingPlace, value: string, by: string): Promise<void>;
  /** Takes the value back, so that the layer below holds again. */
  remove(place: SettingPlace): Promise<void>;
};
