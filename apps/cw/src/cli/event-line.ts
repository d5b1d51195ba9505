import { cut, plainLine, type Style } from '@cw/entry';
import { type RecordedEvent, tellTime } from '@cw/kernel';
import { fieldWords, withIsoTimes } from '@cw/tasks';

/** What an event is told with. */
export type EventLook = {
  readonly style: Style;
  readonly width: number;
  /** Title of a task that it names. */
  readonly title: string | undefined;
};

/** The day of an event where this machine stands: what stands above the first event of each. */
export function dayOf(event: RecordedEvent): string {
  return localTime(event).slice(0, 10);
}

/** One event as a line: its place in the log, when, who, what, and to which thing. */
export function eventLine(event: RecordedEvent, { style, width, title }: EventLook): string {
  const [seq, time] = [String(event.seq).padStart(6), localTime(event).slice(11, 19)];
  const [who, what] = [cut(plainLine(event.actor.name), 14).padEnd(14), event.type.padEnd(18)];
  const thing = title === undefined ? event.entity : `${event.entity.slice(0, 9)}  ${plainLine(title)}`;
  const told = [thing, ...details(event)].filter((part) => part !== '').join(' · ');
  const room = width - `${seq} ${time} ${who} ${what} `.length;
  const shown = cut(plainLine(told), Math.max(50, room));
  return `${style.dim(`${seq} ${time}`)} ${paintWho(event, who, style)} ${style.bold(what)} ${shown}`;
}

function localTime({ at }: RecordedEvent): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();
}

function paintWho({ actor }: RecordedEvent, text: string, style: Style): string {
  if (actor.kind === 'user') return style.cyan(text);
  return actor.kind === 'run' ? style.magenta(text) : style.dim(text);
}

/** Fields that tell nothing to people, or are told by what follows. */
const untold = new Set([
  'revision',
  'offset',
  'before',
  'after',
  'dispatch',
  'stage',
  'leaseExpiresAt',
  'taskId',
  'gateApprovedAt',
]);

/** Their name tells what became of the state. */
const toldByType = new Set(['task.created', 'task.claimed', 'task.closed', 'task.reopened', 'task.released']);
const nothing: ReadonlySet<string> = new Set();

/** What the payload says, in short: the fields that changed, or its own. */
function details({ type, payload: kept }: RecordedEvent): readonly string[] {
  const payload = withIsoTimes(kept);
  if (!isObject(payload)) return [];
  const { before, after } = payload;
  const isTold = toldByType.has(type) ? new Set(['status', 'leaseHolder', 'startedAt', 'closedAt', 'title']) : nothing;
  const changes = isObject(after) ? changesOf(isObject(before) ? before : {}, after, isTold) : [];
  const own = Object.entries(payload).flatMap(([name, value]) =>
    untold.has(name) ? [] : [`${fieldWords(name)} ${say(value)}`],
  );
  return [...changes, ...own.filter((text) => !text.endsWith(' nothing'))];
}

function changesOf(before: Fields, after: Fields, isTold: ReadonlySet<string>): readonly string[] {
  return Object.entries(after)
    .filter(([name, value]) => !untold.has(name) && !isTold.has(name) && say(value) !== say(before[name]))
    .map(([name, value]) =>
      name in before && say(before[name]) !== 'nothing'
        ? `${fieldWords(name)} ${say(before[name])} → ${say(value)}`
        : `${fieldWords(name)} ${say(value)}`,
    )
    .filter((text) => !text.endsWith(' nothing') || text.includes('→'));
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function say(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : cut(value.map(say).join(', '), 60);
  if (isObject(value)) return Object.keys(value).length === 0 ? 'nothing' : cut(JSON.stringify(value), 60);
  return typeof value === 'string' && isoTime.test(value) ? tellTime(value) : cut(plainLine(String(value)), 60);
}
