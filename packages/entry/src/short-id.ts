const shortLength = 7;

/** The beginning of an id, long enough to tell it from others, as every command takes it: `7f3kq9d`. */
export function shortId(id: string): string {
  return id.replace(/^[a-z]+_/, '').slice(0, shortLength);
}
