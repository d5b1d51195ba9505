import { type Instant, toIso } from '@cw/kernel';
import { type Fields, isFields, objects, optionalText, text, time } from '../reading/fields.ts';
import type { ReadingNotes } from '../reading/notes.ts';
import type { PartialLink } from '../record/partial-record.ts';
import { refId, type TaskRecord, type TaskRef } from '../record/task-record.ts';
import type { DependencyType } from '../record/task-words.ts';
import { dependencyMeaning, dependencyWord } from './beads-words.ts';

/** What a record of a dependency says that the dependency here does not: its word, and fields that have no place. */
type KeptLink = { readonly on: string; readonly type: string; readonly more?: Fields };

const anyGate = JSON.stringify({ gate: 'any-children' });

const isAny = (metadata: unknown) => /any-children/.test(JSON.stringify(metadata ?? ''));

/**
 * The dependencies of an issue, and what is kept beside them so that an export writes them as they came.
 * @throws BadField
 */
export function readBeadsLinks(
  fields: Fields,
  { id, notes, kept: keptBefore }: { readonly id: string; readonly notes: ReadingNotes; readonly kept: unknown },
): { readonly links: readonly PartialLink[]; readonly kept: readonly KeptLink[] } {
  const kept: KeptLink[] = [...keptLinks(keptBefore)];
  const values = objects(fields, 'dependencies');
  if (values.length === 0) return { links: [], kept };
  const issueAt = time(fields, 'created_at');
  let hasParent = false;
  const links = values.map((value): PartialLink => {
    const on = text(value, 'depends_on_id').trim();
    const word = optionalText(value, 'type') ?? 'blocks';
    const { type, reading } = dependencyMeaning(word);
    if (reading === 'pointer') notes.add('dependency-type', word, `${id} → ${on}`);
    if (reading === 'spelling') notes.add('dependency-spelling', `${word}" was read as "${type}`, `${id} → ${on}`);
    const gate = type === 'waits-for' && isAny(value.metadata) ? 'any' : null;
    const link = { on, type, gate, word, createdAt: time(value, 'created_at') } as const;
    const more = moreOf(value, link, issueAt);
    const isParent = type === 'parent-child' && on !== id;
    if (reading !== 'same' || (isParent && hasParent) || more) kept.push({ on, type: word, ...(more ? { more } : {}) });
    hasParent ||= isParent;
    return link;
  });
  const inOneOrder = kept.map((each) => [JSON.stringify(each), each] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { links, kept: inOneOrder.map(([, each]) => each) };
}

/** A link that was kept since what it names was not there; undefined where it is none. */
export function readDangling(kept: Fields): PartialLink | undefined {
  const { on, type: word } = kept;
  if (typeof on !== 'string' || typeof word !== 'string') return undefined;
  return { on, type: dependencyMeaning(word).type, gate: null, word, createdAt: time(kept, 'created_at') };
}

/** A parent has no time of its own here: that of the task stands for it. */
function moreOf(value: Fields, link: PartialLink, issueAt: Instant | null): Fields | undefined {
  const { issue_id: _issue, depends_on_id: _on, type: _type, created_at: _at, metadata, ...others } = value;
  const { type, gate, createdAt } = link;
  const isOwnTime = type === 'parent-child' && createdAt !== null && createdAt !== issueAt;
  const more = {
    ...(isOwnTime ? { created_at: toIso(createdAt) } : {}),
    ...others,
    ...(metadata === undefined || (gate === 'any' && metadata === anyGate) ? {} : { metadata }),
  };
  return Object.keys(more).length === 0 ? undefined : more;
}

/** The records of a task's dependencies as beads has them, and what is kept of some that are not there any more. */
export function writeBeadsLinks(task: TaskRecord): { readonly records: readonly Fields[]; readonly unused: unknown } {
  const { parent, dependencies, extra } = task;
  const left = [...keptLinks(extra.dependencies)];
  const take = (fits: (each: KeptLink) => boolean): KeptLink | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const means = (on: TaskRef, type: DependencyType) => (each: KeptLink) =>
    each.on === refId(on) && dependencyMeaning(each.type).type === type;
  const record = (on: string, word: string, { createdAt, more = {} }: Rest) => ({
    issue_id: refId(task),
    depends_on_id: on,
    type: word,
    ...(createdAt === null ? {} : { created_at: createdAt }),
    ...more,
  });
  const first = parent && take(means(parent, 'parent-child'));
  const ofParent = parent
    ? [record(refId(parent), first?.type ?? 'parent-child', { createdAt: toIso(task.createdAt), more: first?.more })]
    : [];
  const others = dependencies.map(({ on, type, gate, createdAt }) => {
    const second = type === 'related' && parent !== null;
    const kept = take(means(on, type)) ?? (second ? take(means(on, 'parent-child')) : undefined);
    const more = gateTold({ ...kept?.more }, type === 'waits-for' ? (gate === 'any' ? 'any' : 'all') : null);
    return record(refId(on), kept?.type ?? dependencyWord(type), { createdAt: toIso(createdAt), more });
  });
  const dangling = records(extra.dangling).map((each) => {
    const [on, type] = [textOr(each.on), textOr(each.type)];
    const more = take((kept) => kept.on === on && kept.type === type)?.more;
    return record(on, type, { createdAt: textOr(each.created_at) || null, more });
  });
  return { records: [...ofParent, ...others, ...dangling], unused: left.length === 0 ? undefined : left };
}

type Rest = { readonly createdAt: string | null; readonly more?: Fields | undefined };

/** What was kept of the metadata, unless it tells another gate than there is now. */
function gateTold(more: Fields, gate: 'any' | 'all' | null): Fields {
  if (gate === null || isAny(more.metadata) === (gate === 'any')) return more;
  const { metadata: _, ...others } = more;
  return gate === 'any' ? { ...others, metadata: anyGate } : others;
}

function keptLinks(value: unknown): readonly KeptLink[] {
  return records(value).map(({ on, type, more }) => ({
    on: textOr(on),
    type: textOr(type),
    ...(isFields(more) ? { more } : {}),
  }));
}

function records(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
