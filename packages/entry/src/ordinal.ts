const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  ...{ one: 'st', two: 'nd', few: 'rd' },
  ...{ zero: 'th', many: 'th', other: 'th' },
};

/** A place in a row, counted from 1: `1st`, `22nd`, `113th`. */
export function ordinal(place: number): string {
  return `${place}${endings[rules.select(place)]}`;
}
