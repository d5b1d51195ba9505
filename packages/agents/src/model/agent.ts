import { type AgentState, err, type Instant, type IsoTime, ok, type Result } from '@cw/kernel';
import type { RunStep } from './run-view.ts';

/** `own`: started by runs of this workspace. `outside`: works by itself and reports. */
export type AgentKind = 'own' | 'outside';

/** One that can be given work, as it is kept. */
export type AgentRecord = {
  readonly n: number;
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly provider: string;
  /** Where it works; null: anywhere. */
  readonly projectId: string | null;
  /** Sorted, without doubles. */
  readonly capabilities: readonly string[];
  readonly kind: AgentKind;
  /** Of one from outside: when it said last that it is there. */
  readonly lastSeenAt: Instant | null;
  readonly registeredAt: Instant;
  readonly registeredBy: string;
  readonly removedAt: Instant | null;
};

/** An agent with what it does. */
export type AgentView = {
  readonly id: string;
  readonly name: string;
  readonly kind: AgentKind;
  readonly role: string;
  readonly provider: string;
  /** The one project that it works in; null: any. */
  readonly onlyProject: { readonly id: string; readonly name: string } | null;
  readonly capabilities: readonly string[];
  readonly state: AgentState;
  /** Since when it is in that state. */
  readonly since: IsoTime;
  /** Why it waits or is on hold, or what else there is to say about the state. */
  readonly reason: string | null;
  /** What it works at or waits with; null while it is idle. */
  readonly task: { readonly id: string; readonly title: string } | null;
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly run: AgentRun | null;
  /** Of one from outside: when it was last heard of. */
  readonly heardAt: IsoTime | null;
  /** When it will count as offline unless it is heard of before; null where that does not happen. */
  readonly offlineAt: IsoTime | null;
  readonly registeredAt: IsoTime;
  readonly registeredBy: string;
  readonly removedAt: IsoTime | null;
};

/** The run that an agent works at, or with which it waits. */
export type AgentRun = {
  readonly id: string;
  readonly step: RunStep;
  readonly model: string | null;
  readonly accountName: string | null;
  readonly worktree: string | null;
  readonly costUsd: number | null;
  readonly estimated: boolean;
  readonly contextFill: number | null;
};

export type AgentFailure =
  | { readonly kind: 'agent.name-invalid'; readonly name: string }
  | { readonly kind: 'agent.name-taken'; readonly name: string }
  | { readonly kind: 'agent.word-invalid'; readonly field: 'role' | 'provider' | 'capability'; readonly word: string }
  | { readonly kind: 'agent.too-many-capabilities'; readonly most: number }
  | { readonly kind: 'agent.no-project'; readonly project: string }
  | { readonly kind: 'agent.not-found'; readonly agent: string; readonly meant?: string | undefined }
  | { readonly kind: 'agent.ambiguous'; readonly agent: string; readonly matches: readonly string[] }
  | { readonly kind: 'agent.at-work'; readonly name: string; readonly taskId: string; readonly runId: string | null }
  | { readonly kind: 'agent.not-outside'; readonly name: string }
  | { readonly kind: 'agent.people-only'; readonly action: 'register' | 'heartbeat' | 'remove' }
  | { readonly kind: 'agent.bad-page'; readonly largest: number };

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u;
const wordPattern = /^[\p{L}\p{N}][\p{L}\p{N}._+#:/-]{0,59}$/u;
const mostCapabilities = 50;

/** A name that can be typed: letters, digits, dots, dashes and underscores, at most 60. */
export function checkAgentName(name: string): Result<string, AgentFailure> {
  return namePattern.test(name) ? ok(name) : err({ kind: 'agent.name-invalid', name });
}

/** One word, such as a role or what an agent is capable of. */
export function checkAgentWord(field: 'role' | 'provider' | 'capability', word: string): Result<string, AgentFailure> {
  const trimmed = word.trim();
  return wordPattern.test(trimmed) ? ok(trimmed) : err({ kind: 'agent.word-invalid', field, word });
}

/** Words without doubles, sorted. */
export function checkCapabilities(words: readonly string[]): Result<readonly string[], AgentFailure> {
  const found = new Set<string>();
  for (const word of words) {
    const checked = checkAgentWord('capability', word);
    if (!checked.ok) return checked;
    found.add(checked.value);
  }
  if (found.size > mostCapabilities) return err({ kind: 'agent.too-many-capabilities', most: mostCapabilities });
  return ok([...found].sort());
}

/** The first name of a kind that nobody has: `worker-1`, `worker-2`, … */
export function freeName(kind: string, taken: readonly string[]): string {
  const names = new Set(taken);
  let number = 1;
  while (names.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}
