import { describe, expect, test } from 'vitest';
import { parseMarkdownPlan } from './markdown-plan.ts';

const plan = `# Sessions outlive a restart
labels: auth, storage

They are lost today.

## Write the migration {#migration}
**Priority:** P1
estimate: 2h
requires-plan: yes
gate: yes
requires: sqlite, c++
files:
- drizzle/
- src/storage/*.ts
metadata: {"ticket": 17}

Only one table.

\`\`\`sh
# no heading, and no field:
acceptance:
\`\`\`

Acceptance criteria:

- [ ] It runs twice
- [x] It is quick
  and small

It stays small.

## Move the readers, one by one
needs: migration
related: tk_7f3k

### Say so
type: docs
needs:

1. Move the readers, one by one
2. Write the migration

#### Deeper
waits-for: Sessions outlive a restart
`;

const inOtherWords = `# A
depends: B
prio: high
owner: ada
tags: x, y
description: In short.

At length.

## Acceptance Criteria
- [ ] One
- Two

## Description
More.

And more.

## Part
### Acceptance
All of it,
and quickly.

# B
# C
`;

describe('a markdown plan', () => {
  test('makes a task of each heading, with fields, criteria, parents and needs', () => {
    const tasks = parseMarkdownPlan(plan);
    expect(tasks).toMatchObject({
      ok: true,
      value: [
        {
          title: 'Sessions outlive a restart',
          type: 'epic',
          place: 'Line 1',
          parent: undefined,
          labels: ['auth', ' storage'],
          description: 'They are lost today.',
        },
        {
          title: 'Write the migration',
          key: 'migration',
          parent: 'line 1',
          priority: 'P1',
          estimate: '2h',
          requiresPlan: true,
          gate: true,
          metadata: { ticket: 17 },
          requires: ['sqlite', ' c++'],
          files: ['drizzle/', 'src/storage/*.ts'],
          description: 'Only one table.\n\n```sh\n# no heading, and no field:\nacceptance:\n```\n\nIt stays small.',
          acceptance: '- It runs twice\n- It is quick and small',
        },
        {
          title: 'Move the readers, one by one',
          parent: 'line 1',
          type: 'epic',
          dependencies: [
            { on: 'migration', type: 'blocks' },
            { on: 'tk_7f3k', type: 'related' },
          ],
        },
        {
          title: 'Say so',
          parent: 'line 32',
          type: 'docs',
          dependencies: [
            { on: 'line 32', type: 'blocks' },
            { on: 'migration', type: 'blocks' },
          ],
        },
        { title: 'Deeper', dependencies: [{ on: 'line 1', type: 'waits-for' }] },
      ],
    });
  });

  test.each([
    ['', 'Line 1', /No heading/],
    ['Some words\n\n# A', 'Line 1', /before the first heading/],
    ['---\ntitle: x\n---\n# A', 'Line 1', /Front matter is not supported/],
    ['# A\npriorty: P1', 'Line 2', /Unknown field "priorty".*priority/],
    ['# A\npriority: P1\nand words', 'Line 3', /not a field; put a blank line/],
    ['# A\npriority: P1\nPriority: P2', 'Line 3', /given twice/],
    ['# A\nneeds: No such heading', 'Line 2', /no heading "No such heading"/],
    ['# Write it\n# B\nneeds: Wriet it', 'Line 3', /This plan has no heading "Wriet it". Did you mean "Write it"/],
    ['# A\n# B\n# B\n# C\nneeds: B', 'Line 5', /Several headings are named "B"/],
    ['# A\nrequires-plan: perhaps', 'Line 2', /must be yes or no/],
    ['# A\nstatus: done\n\nText', 'Line 2', /Unknown field "status".*A new task is open/],
    ['# A\n\nblocks: B\n\n# B', 'Line 3', /Unknown field "blocks".*Write needs below/],
    ['# A\nmilestone: 7\npriority: P0', 'Line 2', /Unknown field "milestone".*Fields are type, priority/],
    ['# A\nReviewer: ada', 'Line 2', /Unknown field "Reviewer"/],
    ['# A\nSome words\npriority: P0', 'Line 2', /not a field; put a blank line/],
    ['# A\n## Acceptance criteria\n- x\n### B', 'Line 4', /"B" is below "Acceptance criteria"/],
    ['# A\nlabels: x\n## Labels\ny', 'Line 3', /given twice/],
  ])('%j is refused at its line', (text, place, problem) => {
    const read = parseMarkdownPlan(text);
    expect(read).toMatchObject({ error: { kind: 'task.at-place', place, failure: { kind: 'task.bad-line' } } });
    expect(JSON.stringify(read).replaceAll('\\"', '"')).toMatch(problem);
  });

  test('leaves to a description what only looks like a field', () => {
    expect(parseMarkdownPlan('# A\n\nNote: this is text\nhttps://x.org: too\n\npriority: also')).toMatchObject({
      value: [{ description: 'Note: this is text\nhttps://x.org: too\n\npriority: also' }],
    });
  });

  test('takes common words for fields, and headings that say something of the task above', () => {
    expect(parseMarkdownPlan(inOtherWords)).toMatchObject({
      value: [
        {
          title: 'A',
          type: 'epic',
          priority: 'high',
          assignee: 'ada',
          labels: ['x', ' y'],
          acceptance: '- One\n- Two',
          description: 'In short.\n\nAt length.\n\nMore.\n\nAnd more.',
          dependencies: [{ on: 'line 24', type: 'blocks' }],
        },
        { title: 'Part', parent: 'line 1', acceptance: 'All of it,\nand quickly.' },
        { title: 'B' },
        { title: 'C' },
      ],
    });
  });

  test('takes any script, marks and signs as text', () => {
    const title = '🎉 שלום <b>e\u0301\u200B</b> {curly}';
    expect(parseMarkdownPlan(`## ${title} ##\nkey: ключ\n`)).toMatchObject({ value: [{ title, key: 'ключ' }] });
  });
});
