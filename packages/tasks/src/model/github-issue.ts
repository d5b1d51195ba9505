import { type PassedOver, shortTitle, usableLabels } from './beads-issue.ts';
import type { ImportNotes } from './import-notes.ts';
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
} from './incoming-fields.ts';
import type { IncomingComment, IncomingTask } from './incoming-task.ts';
import { parseName } from './task-text.ts';
import { type Metadata, type Priority, priorities } from './task-view.ts';

const typeOfLabel: Readonly<Record<string, string>> = {
  bug: 'bug',
  enhancement: 'feature',
  feature: 'feature',
  epic: 'epic',
  chore: 'chore',
};

/**
 * A task from one issue as `gh issue list --json …` prints it.
 * @throws BadField
 */
export function readGithubIssue(fields: Fields, notes: ImportNotes): IncomingTask | PassedOver {
  const number = wholeNumber(fields, 'number', 1);
  if (number === null) throw new BadField('"number" is missing');
  const url = optionalText(fields, 'url');
  const id = githubId(number, url);
  const title = shortTitle(text(fields, 'title'));
  if (title === undefined) throw new BadField('"title" is empty');
  if (title !== text(fields, 'title').trim()) notes.add('title', '', id);
  const words = objects(fields, 'labels').map((label) => text(label, 'name'));
  const { labels, all } = usableLabels(words);
  if (!all) notes.add('label', '', id);
  const milestone = isFields(fields.milestone) ? fields.milestone : {};
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
      metadata: { github: githubFacts(number, { milestone, assignees, words: all ? [] : words }) },
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

/** `owner/repo#12` where the address tells the repository, else `gh-12`. */
function githubId(number: number, url: string | null): string {
  const [, repository] = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/\d+$/.exec(url ?? '') ?? [];
  return repository === undefined ? `gh-${number}` : `${repository}#${number}`;
}

function readState(
  fields: Fields,
): Pick<IncomingTask['fields'], 'status' | 'outcome' | 'closedAt' | 'closeReason' | 'statusReason'> {
  const state = text(fields, 'state').toLowerCase();
  if (state !== 'open' && state !== 'closed') throw new BadField('"state" is neither open nor closed');
  if (state === 'open') return { status: 'open', outcome: null, closedAt: null, closeReason: null, statusReason: null };
  const reason = (optionalText(fields, 'stateReason') ?? '').toLowerCase().replaceAll('_', ' ');
  const given = reason === 'not planned' || reason === 'duplicate';
  return {
    status: 'closed',
    outcome: given ? 'cancelled' : 'done',
    closedAt: time(fields, 'closedAt') ?? time(fields, 'updatedAt') ?? time(fields, 'createdAt'),
    closeReason: reason === '' ? null : `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)} on GitHub.`,
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
  readonly milestone: Fields;
  readonly assignees: readonly string[];
  readonly words: readonly string[];
};

/** What an issue has that a task has no field for. */
function githubFacts(number: number, { milestone, assignees, words }: GithubSide): Metadata {
  const title = optionalText(milestone, 'title');
  return {
    number,
    ...(title === null ? {} : { milestone: title }),
    ...(assignees.length > 1 ? { assignees } : {}),
    ...(words.length > 0 ? { labels: words } : {}),
  };
}

function readComments(fields: Fields, issue: string): readonly IncomingComment[] {
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
