import {
  BadField,
  type Fields,
  isFields,
  longText,
  objects,
  optionalText,
  text,
  time,
  wholeNumber,
} from '../reading/fields.ts';
import type { ReadingNotes } from '../reading/notes.ts';
import type { PartialComment, PartialRecord, PassedOver } from '../record/partial-record.ts';
import { parseName } from '../record/task-text.ts';
import { type Metadata, type Priority, priorities } from '../record/task-words.ts';
import { shortTitle, usableLabels } from '../record/usable-words.ts';

const typeOfLabel: Readonly<Record<string, string>> = {
  bug: 'bug',
  enhancement: 'feature',
  feature: 'feature',
  epic: 'epic',
  chore: 'chore',
};

/**
 * A task from one issue, as `gh issue list --json …` prints it or as GitHub's own interface does (`gh api`), whose words
 * for the same fields differ. A pull request is passed over.
 * @throws BadField
 */
export function readGithubIssue(given: Fields, notes: ReadingNotes): PartialRecord | PassedOver {
  const fields = inOneSpelling(given);
  const number = wholeNumber(fields, 'number', 1);
  if (number === null) throw new BadField('"number" is missing');
  const url = optionalText(fields, 'url');
  const id = githubId(number, url);
  if (isPullRequest(fields, url)) {
    notes.add('pull-request', '', id);
    return { from: id, why: 'no-task' };
  }
  const title = shortTitle(text(fields, 'title'));
  if (title === undefined) throw new BadField('"title" is empty');
  if (title !== text(fields, 'title').trim()) notes.add('title', '', id);
  const words = objects(fields, 'labels').map((label) => text(label, 'name'));
  const { labels, all } = usableLabels(words);
  if (!all) notes.add('label', '', id);
  noteMissing(fields, id, notes);
  const milestone = inOneSpelling(isFields(fields.milestone) ? fields.milestone : {});
  const assignees = objects(fields, 'assignees').map((assignee) => text(assignee, 'login'));
  const [first] = assignees;
  const priority = priorityOf(words);
  const type = labels.map((label) => typeOfLabel[label.toLowerCase()]).find((word) => word !== undefined);
  const dueAt = time(milestone, 'dueOn');
  return {
    from: id,
    ownId: null,
    externalId: id,
    isWhole: false,
    fields: {
      title,
      description: longText(fields, 'body'),
      ...readState(fields),
      ...(priority === undefined ? {} : { priority }),
      ...(type === undefined ? {} : { type }),
      assignee: first !== undefined && parseName('assignee', first).ok ? first : null,
      labels,
      ...(dueAt === null ? {} : { dueAt }),
      externalRef: url,
      metadata: { github: githubFacts(fields, { number, milestone, assignees, words: all ? [] : words }) },
    },
    createdAt: time(fields, 'createdAt'),
    updatedAt: time(fields, 'updatedAt'),
    revision: 1,
    project: null,
    links: null,
    comments: readComments(fields, id),
    artifacts: [],
    plan: null,
    checkpoints: [],
    extra: {},
  };
}

/** What GitHub's own interface calls each field that `gh` names otherwise. */
const otherSpellings: Readonly<Record<string, string>> = {
  html_url: 'url',
  state_reason: 'stateReason',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  closed_at: 'closedAt',
  due_on: 'dueOn',
  user: 'author',
};

/** The same under the names of `gh`; `url` of the other spelling is an address for programs. */
function inOneSpelling(fields: Fields): Fields {
  const given = Object.entries(fields);
  const isOther = given.some(([field]) => Object.hasOwn(otherSpellings, field));
  if (!isOther) return fields;
  return Object.fromEntries(
    given.flatMap(([field, value]) => (field === 'url' ? [] : [[otherSpellings[field] ?? field, value]])),
  );
}

function isPullRequest(fields: Fields, url: string | null): boolean {
  return isFields(fields.pull_request) || fields.isPullRequest === true || /\/pull\/\d+$/.test(url ?? '');
}

/** What was not asked for when the file was written. */
function noteMissing(fields: Fields, id: string, notes: ReadingNotes): void {
  if (optionalText(fields, 'url') === null) notes.add('no-address', '', id);
  if (typeof fields.comments === 'number' && fields.comments > 0) notes.add('no-comments', '', id);
  const read = [
    'number',
    'state',
    'title',
    'body',
    'labels',
    'assignees',
    'assignee',
    'milestone',
    'comments',
    'author',
  ];
  const known = new Set([...read, ...Object.values(otherSpellings)]);
  for (const [field, value] of Object.entries(fields)) {
    if (known.has(field) || aboutIt.test(field) || isNothing(value)) continue;
    notes.add('left-out', field, id);
  }
}

/** Fields that say where and how GitHub keeps an issue, not what is to be done. */
const aboutIt =
  /^(id|node_id|\w+_url|\w+_association|repository|reactions|reactionGroups|closed|closed_by|locked|active_lock_reason|is[A-Z]\w*|performed_via_github_app|draft|score|\w+_summary)$/;

function isNothing(value: unknown): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

/** `owner/repo#12` where the address tells the repository, else `gh-12`. */
function githubId(number: number, url: string | null): string {
  const [, repository] = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/\d+$/.exec(url ?? '') ?? [];
  return repository === undefined ? `gh-${number}` : `${repository}#${number}`;
}

function readState(
  fields: Fields,
): Pick<PartialRecord['fields'], 'status' | 'outcome' | 'closedAt' | 'closeReason' | 'statusReason'> {
  const state = text(fields, 'state').toLowerCase();
  if (state !== 'open' && state !== 'closed') throw new BadField('"state" must be open or closed');
  if (state === 'open') return { status: 'open', outcome: null, closedAt: null, closeReason: null, statusReason: null };
  const reason = (optionalText(fields, 'stateReason') ?? '').toLowerCase().replaceAll('_', ' ');
  const given = reason === 'not planned' || reason === 'duplicate';
  return {
    status: 'closed',
    outcome: given ? 'cancelled' : 'done',
    closedAt: time(fields, 'closedAt') ?? time(fields, 'updatedAt') ?? time(fields, 'createdAt'),
    closeReason: reason === '' ? null : { code: 'import.closed', how: reason },
    statusReason: null,
  };
}

/** `P1`, `priority: P1`, `priority/high` and the like. */
function priorityOf(labels: readonly string[]): Priority | undefined {
  const named: Readonly<Record<string, Priority>> = { critical: 'P0', high: 'P1', medium: 'P2', low: 'P3' };
  for (const label of labels) {
    const [, word = ''] = /^(?:priority\s*[:/-]\s*)?(\w+)$/i.exec(label) ?? [];
    const exact = priorities.find((priority) => priority === word.toUpperCase());
    if (exact) return exact;
    const told = /^priority/i.test(label) ? named[word.toLowerCase()] : undefined;
    if (told) return told;
  }
  return undefined;
}

type GithubSide = {
  readonly number: number;
  readonly milestone: Fields;
  readonly assignees: readonly string[];
  readonly words: readonly string[];
};

/** What an issue has that a task has no field for. */
function githubFacts(fields: Fields, { number, milestone, assignees, words }: GithubSide): Metadata {
  const title = optionalText(milestone, 'title');
  const author = isFields(fields.author) ? optionalText(fields.author, 'login') : null;
  return {
    number,
    ...(author === null ? {} : { author }),
    ...(title === null ? {} : { milestone: title }),
    ...(assignees.length > 1 ? { assignees } : {}),
    ...(words.length > 0 ? { labels: words } : {}),
  };
}

function readComments(fields: Fields, issue: string): readonly PartialComment[] {
  if (typeof fields.comments === 'number') return [];
  return objects(fields, 'comments').flatMap((comment, index) => {
    const body = longText(comment, 'body');
    if (body.trim() === '') return [];
    const author = isFields(comment.author) ? optionalText(comment.author, 'login') : null;
    return {
      id: optionalText(comment, 'id') ?? `${issue}#${index}`,
      ownId: null,
      author: author?.trim() || 'unknown',
      text: body,
      replyTo: null,
      createdAt: time(comment, 'createdAt'),
    };
  });
}
