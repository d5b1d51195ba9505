/** US dollars with cents, `≈$0.12` for an estimate; below one cent `<$0.01`, whether estimated or not. */
export function formatMoney(usd: number, estimated = false): string {
  if (usd > 0 && usd < 0.01) return '<$0.01';
  return `${estimated ? '≈' : ''}$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** A count in three digits at most: `950`, `318k`, `1.2M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** A span of milliseconds in its two largest units: `8.4s`, `42m 10s`, `3h 5m`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
}

/** Bytes in decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(bytes < 100_000_000_000 ? 1 : 0)} GB`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The time of day, `13:41:52`, in this browser's zone. */
export function formatClock(at: number): string {
  return clock.format(at);
}

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndHour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment near now: `18:59` today, `2 Dec, 18:59` on another day. Both in milliseconds. */
export function formatMoment(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (isToday ? hour : dayAndHour).format(at);
}

/** What a model is called for short: `opus 4.8` for `claude-opus-4-8[1m]`. The whole name belongs into a title. */
export function modelName(model: string): string {
  const [, family, major, minor] = /^claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?(?:\[\w+\])?$/.exec(model) ?? [];
  if (family === undefined) return model;
  return `${family} ${major}${minor === undefined ? '' : `.${minor}`}`;
}

/** `1 task`, `2 tasks`. */
export function plural(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}
