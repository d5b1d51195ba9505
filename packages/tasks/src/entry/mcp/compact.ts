/** Without what says nothing, which an agent would pay for. */
export function compact(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const says = (part: unknown) => part !== null && part !== '' && !(Array.isArray(part) && part.length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, part]) => says(part)));
}
