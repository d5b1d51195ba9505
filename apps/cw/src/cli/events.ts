import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CliContext, type CliInput, type CliRun, type Refusal, typedFilters } from '@cw/entry';
import { type Actor, err, type Instant, ok, type RecordedEvent, type Result, toIso } from '@cw/kernel';
import { countEvents, type EventFilter, findEvents, findFirstEvents, followFound, type ReadDb } from '@cw/storage';
import { parseSpan, taskRefusal, taskTitles, withIsoTimes } from '@cw/tasks';
import { actorNamed, entityNamed, knownKinds } from '../named-in-events.ts';
import { dayOf, eventLine } from './event-line.ts';

/** `cw events`: what happened in the workspace, the newest last; with `--follow` as it happens. */
export const events: CliRun = async (input, context) => {
  const filter = await readFilter(input, context);
  if (!filter.ok) return filter;
  const since = wholeNumber(input.option('since'), 'since');
  if (!since.ok) return since;
  const limit = wholeNumber(input.option('limit'), 'limit');
  if (!limit.ok) return limit;
  const asked = { filter: filter.value, since: since.value, limit: limit.value };
  if (input.flag('follow')) return follow(asked, context);
  const filters = typedFilters(input, ['entity', 'actor', 'after', 'before', 'since']);
  const kinds = ['kind', 'not-kind'].flatMap((name) => input.optionList(name).map((kind) => ` --${name} ${kind}`));
  return list({ ...asked, cursor: input.option('cursor'), filters: `${filters}${kinds.join('')}`.trim() }, context);
};

type Asked = {
  readonly filter: EventFilter;
  readonly since: number | undefined;
  readonly limit: number | undefined;
};

async function follow({ filter, since, limit = 10 }: Asked, context: CliContext): ReturnType<CliRun> {
  const { storage, home } = context.workspace;
  if (!existsSync(join(home, 'cw.db'))) return err(noWorkspace(home));
  const { signal } = context;
  const { seq: head } = await storage.bus.head();
  const last = since === undefined ? await findEvents(storage.read, { ...filter, before: head + 1 }, limit) : [];
  const tell = await teller(context);
  for (const event of last.toReversed()) context.print(await tell(event));
  for await (const event of followFound(storage, { filter, after: since ?? head }, signal)) {
    context.print(await tell(event));
    if (signal.aborted) break;
  }
  return ok({ data: null, text: () => '', printed: true });
}

function noWorkspace(home: string): Refusal {
  return {
    code: 'event.no-workspace',
    message: `There is no workspace at ${home}, so it has no events.`,
    hint: 'Create one with cw init, or choose another with --home.',
    kind: 'not-found',
  };
}

/** Without `--since` the newest; an older page each further on. With it what came after, a newer page each further on. */
async function list(
  {
    filter,
    since,
    limit = 50,
    cursor,
    filters,
  }: Asked & { readonly cursor: string | undefined; readonly filters: string },
  context: CliContext,
): ReturnType<CliRun> {
  const { read } = context.workspace.storage;
  const place = wholeNumber(cursor, 'cursor');
  if (!place.ok) return place;
  const forward = since !== undefined;
  const from = forward ? { after: place.value ?? since } : place.value === undefined ? {} : { before: place.value };
  const found = await (forward ? findFirstEvents : findEvents)(read, { ...filter, ...from }, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = found.length > limit && last ? String(last.seq) : null;
  const items = forward ? page : page.toReversed();
  const total = await countEvents(read, { ...filter, ...(forward ? { after: since } : {}) });
  const tell = context.json ? undefined : await teller(context);
  const lines: string[] = [];
  for (const event of tell ? items : []) lines.push((await tell?.(event)) ?? '');
  const rest =
    nextCursor === null ? [] : [`${total} in all; ${forward ? 'newer' : 'older'} ones: --cursor ${nextCursor}`];
  return ok({
    data: { items: items.map(asData), total, nextCursor },
    ids: items.map(({ seq }) => String(seq)),
    text: (style) =>
      lines.length === 0
        ? filters === ''
          ? 'Nothing happened.'
          : `No events match ${filters}.`
        : [...lines, ...rest.map(style.dim)].join('\n'),
  });
}

/** How one event after another is printed: as JSON, or as a line that names the task it is about, below its day. */
async function teller({ workspace, json, style, width }: CliContext) {
  const titles = new Map<string, string | undefined>();
  const titleOf = async (id: string) => {
    if (!titles.has(id)) titles.set(id, (await taskTitles(workspace.storage.read, [id])).get(id)?.title);
    return titles.get(id);
  };
  let day = '';
  return async (event: RecordedEvent): Promise<string> => {
    if (json) return JSON.stringify(asData(event));
    const taskId = event.entity.startsWith('tk_') ? event.entity : field(event.payload, 'taskId');
    const title = taskId === undefined ? undefined : await titleOf(taskId);
    const head = dayOf(event) === day ? '' : `${style.dim(dayOf(event))}\n`;
    day = dayOf(event);
    return `${head}${eventLine(event, { style, width, title })}`;
  };
}

function asData(event: RecordedEvent) {
  return { ...event, at: toIso(event.at), payload: withIsoTimes(event.payload) };
}

function field(payload: unknown, name: string): string | undefined {
  const value: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

async function readFilter(input: CliInput, { workspace }: CliContext): Promise<Result<EventFilter, Refusal>> {
  const { read } = workspace.storage;
  const [typedEntity, typedActor] = [input.option('entity'), input.option('actor')];
  const entity = typedEntity === undefined ? ok(undefined) : await entityNamed(read, typedEntity);
  if (!entity.ok) return entity;
  const actor = typedActor === undefined ? ok({}) : await actorOf(read, typedActor);
  if (!actor.ok) return actor;
  const now = workspace.clock.now();
  const since = readMoment(input.option('after'), now);
  if (!since.ok) return since;
  const until = readMoment(input.option('before'), now);
  if (!until.ok) return until;
  const words = (name: string) => {
    const given = input.optionList(name).flatMap((text) => text.split(','));
    return given.length === 0 ? undefined : given;
  };
  const [kinds, without] = [words('kind'), words('not-kind')];
  const known = await knownKinds(read, [...(kinds ?? []), ...(without ?? [])]);
  if (!known.ok) return known;
  return ok({
    ...actor.value,
    entity: entity.value,
    kinds,
    without,
    since: since.value,
    until: until.value,
  });
}

const actorWords: Readonly<Record<string, Actor['kind']>> = { person: 'user', agent: 'run', system: 'system' };

async function actorOf(
  read: ReadDb,
  text: string,
): Promise<Result<Pick<EventFilter, 'actor' | 'actorKinds'>, Refusal>> {
  const kind = actorWords[text];
  if (kind !== undefined) return ok({ actorKinds: [kind] });
  const actor = await actorNamed(read, text, Object.keys(actorWords));
  return actor.ok ? ok({ actor: actor.value }) : actor;
}

function readMoment(text: string | undefined, now: Instant): Result<Instant | undefined, Refusal> {
  if (text === undefined) return ok(undefined);
  const span = parseSpan(text, now, 'past');
  return span.ok ? ok(span.value.from) : err(taskRefusal(span.error));
}

/** Of one list; an older one goes on with --cursor. */
const mostEvents = 10_000;

function isLimit(count: number): boolean {
  return count > 0 && count <= mostEvents;
}

function wholeNumber(text: string | undefined, name: string): Result<number | undefined, Refusal> {
  if (text === undefined) return ok(undefined);
  if (/^\d{1,12}$/.test(text) && (name !== 'limit' || isLimit(Number(text)))) return ok(Number(text));
  return err({
    code: `usage.${name}`,
    message: `"${text.slice(0, 80)}" is not a valid ${name === 'limit' ? 'limit' : 'position in the log'}.`,
    hint:
      name === 'limit'
        ? `It must be a whole number from 1 to ${mostEvents}.`
        : 'It must be the number at the start of an event.',
    kind: 'usage',
  });
}
