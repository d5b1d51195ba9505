import type { SettingView } from '../../data/api-types.ts';

export type Area = { readonly name: string; readonly settings: readonly SettingView[] };

/** Settings under the first word of their keys. */
export function byArea(settings: readonly SettingView[]): readonly Area[] {
  const areas = new Map<string, SettingView[]>();
  for (const setting of settings) {
    const area = setting.key.slice(0, setting.key.indexOf('.'));
    areas.set(area, [...(areas.get(area) ?? []), setting]);
  }
  return [...areas].map(([area, list]) => ({ name: area.charAt(0).toUpperCase() + area.slice(1), settings: list }));
}

/** The settings that have every word of a text in their name, key or description. */
export function settingsWith(settings: readonly SettingView[], text: string): readonly SettingView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ name, key, description }) => {
    const all = `${name} ${key} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
