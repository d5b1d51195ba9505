import type { TaskRow } from '../../data/api-types.ts';
import { isWithin } from './task-dates.ts';
import { nothing, type TaskSearch, wordsOf } from './task-search.ts';

/** What the server knows of a search that rows do not tell. */
export type Found = {
  /** Tasks in whose texts or comments the words of the search stand; undefined while that is not known. */
  readonly byText: ReadonlySet<string> | undefined;
  /** Tasks that the query means; undefined while that is not known. */
  readonly byQuery: ReadonlySet<string> | undefined;
};

type Test = (row: TaskRow) => boolean;

/** What the URL asks for, as one test of a row: all limits hold, and a limit is met by any one of its words. */
export function filterOf(
  search: TaskSearch & { project?: string | undefined },
  found: Found,
  now: number,
): (row: TaskRow) => boolean {
  const tests = [
    ...wordTests(search),
    ...labelTests(search),
    ...dateTests(search, now),
    ...(search.q ? [textTest(search.q, found.byText)] : []),
  ];
  if (search.project) tests.push((row) => row.projectId === search.project);
  const { byQuery } = found;
  if (search.where && byQuery) tests.push((row) => byQuery.has(row.id));
  return (row) => tests.every((test) => test(row));
}

function wordTests(search: TaskSearch): Test[] {
  const tests: Test[] = [];
  const oneOf = (text: string | undefined, wordOf: (row: TaskRow) => string) => {
    const words = new Set(wordsOf(text));
    if (words.size > 0) tests.push((row) => words.has(wordOf(row)));
  };
  oneOf(search.status, (row) => row.state);
  oneOf(search.priority, (row) => row.priority);
  oneOf(search.type, (row) => row.type);
  oneOf(search.assignee, (row) => row.assignee ?? nothing);
  return tests;
}

function labelTests(search: TaskSearch): Test[] {
  const [all, any, not] = [wordsOf(search.label), wordsOf(search.anyLabel), wordsOf(search.notLabel)];
  const tests: Test[] = [];
  if (all.length > 0) tests.push((row) => all.every((label) => row.labels.includes(label)));
  if (any.length > 0) tests.push((row) => any.some((label) => row.labels.includes(label)));
  if (not.length > 0) tests.push((row) => !not.some((label) => row.labels.includes(label)));
  return tests;
}

function dateTests({ created, updated, closed, due }: TaskSearch, now: number): Test[] {
  const tests: Test[] = [];
  if (created) tests.push((row) => isWithin(row.createdAt, created, { now }));
  if (updated) tests.push((row) => isWithin(row.updatedAt, updated, { now }));
  if (closed) tests.push((row) => isWithin(row.closedAt, closed, { now }));
  if (due) tests.push((row) => row.status !== 'closed' && isWithin(row.dueAt, due, { now, due: true }));
  return tests;
}

/** What stands in the title or the id is found at once; the server adds what stands in the other texts. */
function textTest(text: string, byText: ReadonlySet<string> | undefined): Test {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (row) => {
    if (byText?.has(row.id)) return true;
    const told = `${row.title} ${row.id}`.toLowerCase();
    return words.every((word) => told.includes(word));
  };
}
