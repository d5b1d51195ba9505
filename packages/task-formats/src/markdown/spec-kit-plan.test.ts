import { expect, test } from 'vitest';
import { parseMarkdownPlan } from './markdown-plan.ts';

const plan = `# Tasks: Photo albums

**Input**: Design documents from \`/specs/001-albums/\`

## Format: \`[ID] [P?] [Story] Description\`

- **[P]**: Can run in parallel

## Phase 1: Setup (Shared Infrastructure)

**Purpose**: Project initialization

- [x] T001 Create project structure
- [ ] T002 Add the linter
- [ ] T003 [P] Configure it in biome.json
- [ ] T004 [P] Add a build script

---

## Phase 2: User Story 1 - Albums (Priority: P1) 🎯 MVP

**Goal**: An album holds photos.

### Tests for User Story 1

> **NOTE: Write these first**

- [ ] T005 [P] [US1] Contract test in tests/albums.test.ts
- [ ] T006 [P] [US1] Integration test in tests/flow.test.ts

### Implementation

- [ ] T007 [US1] Model in src/album.ts (depends on T001, T003)
- [ ] T008 [US1] Service in src/albums.ts

## Dependencies & Execution Order

- Setup first
`;

test('a tasks.md of spec-kit becomes its phases in their order, each with its tasks', () => {
  expect(parseMarkdownPlan(plan)).toMatchObject({
    ok: true,
    value: [
      {
        title: 'Photo albums',
        key: 'plan',
        type: 'epic',
        description: 'Left out, since ticked off in the plan: T001.',
      },
      {
        title: 'Phase 1: Setup (Shared Infrastructure)',
        type: 'epic',
        parent: 'plan',
        description: '**Purpose**: Project initialization',
        dependencies: [],
      },
      { title: 'T002 Add the linter', parent: 'line 9', dependencies: [] },
      { title: 'T003 Configure it in biome.json', labels: [], dependencies: [{ on: 'T002' }] },
      { title: 'T004 Add a build script', dependencies: [{ on: 'T002' }] },
      {
        title: 'Phase 2: User Story 1 - Albums (Priority: P1) 🎯 MVP',
        dependencies: [{ on: 'line 9' }],
        priority: 'P1',
        description: '**Goal**: An album holds photos.\n\n\n> **NOTE: Write these first**',
      },
      { title: 'T005 Contract test in tests/albums.test.ts', labels: ['US1'], priority: 'P1', dependencies: [] },
      { title: 'T006 Integration test in tests/flow.test.ts', dependencies: [] },
      {
        title: 'T007 Model in src/album.ts (depends on T001, T003)',
        parent: 'line 20',
        dependencies: [{ on: 'T005' }, { on: 'T006' }, { on: 'T003' }],
      },
      { title: 'T008 Service in src/albums.ts', dependencies: [{ on: 'T007' }] },
    ],
  });
});

test.each([
  ['- [ ] T001 a\n- [ ] T001 b', 'Line 2', /T001 is there a second time/],
  ['- [ ] T001 a (depends on T009)', 'Line 1', /T001 depends on T009, which is not in the plan/],
  ['- [X] T001 a', 'Line 1', /ticked off/],
])('%j is refused by line', (text, place, problem) => {
  expect(parseMarkdownPlan(text)).toMatchObject({
    error: { place, failure: { problem: expect.stringMatching(problem) } },
  });
});

test('a list without a heading is a phase of its own', () => {
  expect(parseMarkdownPlan('- [ ] T001 [P] a\n- [ ] T002 [P] b')).toMatchObject({
    value: [{ title: 'Tasks' }, { title: 'T001 a', dependencies: [] }, { title: 'T002 b', dependencies: [] }],
  });
});
