/** SQLite reads JSON of up to a thousand levels; what a task keeps stays well below. */
export const deepestMetadata = 100;

/** What a text of JSON may hold that is read as a whole. */
export const deepestJson = 500;

/** Whether a value of JSON has at most `levels` of lists and objects in each other. However deep, it is told without recursion. */
export function isNestedWithin(value: unknown, levels = deepestMetadata): boolean {
  let around = [value].filter(isNest);
  for (let level = 0; level < levels && around.length > 0; level += 1) {
    around = around.flatMap((nest) => Object.values(nest)).filter(isNest);
  }
  return around.length === 0;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
