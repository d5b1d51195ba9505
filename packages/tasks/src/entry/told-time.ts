/** Minutes of work as hours and minutes: `3h`, `1h 30m`. */
export function tellMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours === 0 ? [] : [`${hours}h`]), ...(rest === 0 && hours > 0 ? [] : [`${rest}m`])].join(' ');
}
