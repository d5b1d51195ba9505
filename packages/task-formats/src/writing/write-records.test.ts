import { unwrap } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { readTaskFile, recordsOf } from '../reading/read-file.ts';
import type { DetailOf, Details } from '../record/details.ts';
import { emptyDetails, recordedDetails } from '../record/empty-details.ts';
import type { WriteFormat } from '../record/file-formats.ts';
import type { TaskFields, TaskRecord } from '../record/task-record.ts';
import { bytesSource } from '../testing.ts';
import { formatOfEnding, writeRecords } from './write-records.ts';

const at = Date.parse('2026-03-01T09:00:00.123Z');

const nothing = Object.fromEntries(recordedDetails.map(({ field }) => [field, emptyDetails[field]])) as Omit<
  Details,
  DetailOf<'shell'>
>;

const fields: TaskFields = {
  ...nothing,
  title: 'Sessions outlive a restart',
  description: 'a\n"b"',
  acceptance: '- It runs',
  design: '',
  status: 'blocked',
  outcome: null,
  statusReason: 'Later.',
  priority: 'P1',
  type: 'bug',
  assignee: 'ada',
  labels: ['auth', 'x y'],
  estimate: 90,
  dueAt: at,
  deferUntil: null,
  externalRef: 'T-1',
  metadata: { mine: 1 },
  role: 'tester',
  size: 'S',
  requiresPlan: true,
  files: ['src/a b'],
  requires: ['c++'],
  gate: true,
  startedAt: at,
  closedAt: null,
  closeReason: null,
};

const record: TaskRecord = {
  ...emptyDetails,
  ...fields,
  id: 'tk_000000000001',
  externalId: 'bd-1',
  parent: { id: 'tk_000000000002', externalId: null },
  project: 'site',
  dependencies: [
    { type: 'waits-for', on: { id: 'tk_000000000003', externalId: 'bd-3' }, gate: 'any', createdAt: at },
    { type: 'on-failure', on: { id: 'tk_000000000004', externalId: null }, gate: null, createdAt: at },
  ],
  comments: [
    { id: 'cm_000000000001', externalId: '7', author: 'ada', text: 'Hm.', replyTo: null, createdAt: at },
    { id: 'cm_000000000002', externalId: null, author: 'bob', text: 'So?', replyTo: null, createdAt: at },
  ],
  artifacts: [{ kind: 'link', value: 'https://example.test/' }],
  plan: null,
  checkpoints: [],
  script: 'true',
  checkCommand: null,
  gateApprovedAt: null,
  gateApprovedBy: null,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
  revision: 3,
  extra: { owner: 'ann' },
};

async function written(format: WriteFormat, records: readonly TaskRecord[]): Promise<string> {
  const parts: string[] = [];
  const all = async function* () {
    yield* records;
  };
  for await (const part of writeRecords(format, all())) parts.push(part);
  return parts.join('');
}

/** What a file tells of its tasks, and what was noted in reading it. */
function read(content: string) {
  const source = bytesSource(Buffer.from(content));
  const file = unwrap(readTaskFile(source, {}, { add: () => {} }));
  return { format: file.format, records: [...recordsOf(source, file)] };
}

describe.each([
  ['beads', { from: 'bd-1', ownId: 'tk_000000000001', externalId: 'bd-1' }, ['tk_000000000002', 'bd-3']],
  [
    'json',
    { from: 'tk_000000000001', ownId: 'tk_000000000001', externalId: 'bd-1' },
    ['tk_000000000002', 'tk_000000000003'],
  ],
] as const)('a record written as %s', (format, ids, links) => {
  test('is told from its beginning, and read with all that it holds', async () => {
    const { format: told, records } = read(await written(format, [record]));
    expect(told).toBe(format);
    const metadata = { mine: 1, imported: { script: 'true' } };
    const [one] = records;
    expect(one).toMatchObject({ ...ids, fields: { ...fields, metadata }, isWhole: true, project: 'site', revision: 3 });
    expect(one).toMatchObject({ createdAt: at, updatedAt: at, artifacts: record.artifacts, extra: { owner: 'ann' } });
    expect(one?.links?.map(({ on }) => on).slice(0, 2)).toEqual(links);
    expect(one?.links?.map(({ type, gate }) => [type, gate])).toEqual([
      ['parent-child', null],
      ['waits-for', 'any'],
      ['on-failure', null],
    ]);
    expect(one?.comments.map(({ id, author, text }) => [id, author, text])).toEqual([
      ['7', 'ada', 'Hm.'],
      ['cm_000000000002', 'bob', 'So?'],
    ]);
  });
});

test.each([
  ['beads', ''],
  ['json', '[]\n'],
] as const)('no record as %s is %j', async (format, text) => {
  expect(await written(format, [])).toBe(text);
});

test('records as csv are rows below the names of the columns', async () => {
  const [names = '', row = ''] = (await written('csv', [record])).split('\r\n');
  expect(names).toMatch(/^id,external_id,title,status,/);
  expect(row).toMatch(/^tk_000000000001,bd-1,Sessions outlive a restart,blocked,/);
});

test.each([
  ['tasks.csv', 'csv'],
  ['TASKS.JSON', 'json'],
  ['issues.jsonl', 'beads'],
  ['-', 'beads'],
])('%s is written as %s', (name, format) => {
  expect(formatOfEnding(name)).toBe(format);
});
