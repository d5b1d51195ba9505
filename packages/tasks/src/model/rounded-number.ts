/**
 * A number in a value that may have been rounded by whoever parsed it: one without end, or a whole one beyond those that a
 * number holds exactly (2^53) which is written with all its digits.
 */
export function roundedIn(value: unknown): number | undefined {
  const left = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each === 'number' && mayBeRounded(each)) return each;
    if (typeof each === 'object' && each !== null) left.push(...Object.values(each));
  }
  return undefined;
}

function mayBeRounded(value: number): boolean {
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21);
}
