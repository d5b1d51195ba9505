import type { Answers, Outputs } from './scripted-link.ts';

type Run = Outputs['runs']['show'];
type Entry = Outputs['runs']['log']['entries'][number];

const at = '2026-05-01T09:00:00.000Z';

/** A run that is running, with what a test cares about; the rest is filled in. */
export function buildRun(overrides: Partial<Run> & Pick<Run, 'id' | 'taskId'>): Run {
  return {
    taskTitle: 'Alpha',
    projectId: 'pr_sample000000',
    attempt: 1,
    role: 'builder',
    provider: 'script',
    abilities: {
      ...{ conversation: false, messages: false, model: false, tools: false },
      ...{ result: false, permissions: false, limits: false, cost: false },
    },
    model: null,
    modelFrom: null,
    accountId: null,
    accountName: null,
    sessionId: null,
    state: 'in-progress',
    step: 'running',
    outcome: null,
    reason: null,
    failure: null,
    summary: null,
    deviations: [],
    pid: 1,
    exitCode: null,
    worktree: null,
    branch: null,
    baseSha: null,
    headSha: null,
    createdAt: at,
    startedAt: at,
    endedAt: null,
    costUsd: null,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    estimated: false,
    contextFill: null,
    contextBand: null,
    turns: 0,
    resumes: null,
    note: null,
    agentId: null,
    agentName: null,
    lastSignAt: at,
    stall: null,
    denials: [],
    sandbox: null,
    logDir: '/home/ada/.cw/agent-logs/x',
    ...overrides,
  };
}

const partBytes = 64 * 1024;
const lineBytes = 128;
/** What one answer about the end of a log holds at most. */
const pageLines = 2048;

/** The log of a run that a test writes. */
export type ScriptedLog = {
  readonly write: (lines: number) => void;
  /** Text of the line of a number, from 0 on. */
  readonly line: (number: number) => string;
  readonly answers: NonNullable<Answers['runs']>;
};

export function scriptedLog(): ScriptedLog {
  let count = 0;
  // Some are so long that they take several lines of the screen.
  const line = (number: number) => `Line ${number} ${'and more '.repeat(number % 7 === 0 ? 60 : number % 5)}.`;
  const entries = (from: number, to: number): Entry[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
      key: String((from + index) * lineBytes),
      at,
      kind: 'text',
      text: line(from + index),
    }));
  const perPart = partBytes / lineBytes;
  return {
    line,
    write: (lines) => {
      count += lines;
    },
    answers: {
      log: ({ offset = 0 }) => {
        const from = offset / lineBytes;
        const to = Math.min(count, from + pageLines);
        return { entries: entries(from, to), offset: to * lineBytes, size: count * lineBytes, complete: false };
      },
      logWindow: (asked) => {
        const parts = Math.ceil(count / perPart);
        const first = asked.first < 0 ? Math.max(0, parts + asked.first) : asked.first;
        const to = Math.min(count, (first + asked.count) * perPart);
        const size = count * lineBytes;
        const read = entries(first * perPart, to);
        return { first, partBytes, entries: read, size, offset: to * lineBytes, complete: false };
      },
      logEdits: () => ({ edits: [], failed: [], offset: count * lineBytes, complete: true }),
    },
  };
}
