/** A point in time: milliseconds since 1970-01-01 UTC. */
export type Instant = number;

/** ISO 8601 in UTC, as every JSON answer carries it. */
export type IsoTime = string;

export type Clock = { readonly now: () => Instant };

export function toIso(at: Instant): IsoTime {
  return new Date(at).toISOString();
}

export function toIsoOrNull(at: Instant | null): IsoTime | null {
  return at === null ? null : toIso(at);
}
