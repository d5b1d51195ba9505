import type { Act, IdSource, Instant, RecordedEvent } from '@cw/kernel';
import type { PlanContent } from '@cw/task-formats';
import type { TaskHolder } from '../model/claim-rules.ts';
import type { ProjectChoice } from '../model/project-choice.ts';
import type { NewTask, Task, TaskChanges } from '../model/task.ts';
import type { TaskEvent } from '../model/task-events.ts';
import type { MissedTask, TaskCandidate } from '../model/task-failure.ts';
import type {
  Blocker,
  CheckpointView,
  DependencyType,
  PlanView,
  ProposalView,
  TaskView,
  WaitGate,
} from '../model/task-view.ts';
import type { WaitNode, WaitStep } from '../model/waiting.ts';
import type { ImportStore, RowKey } from './import-store.ts';

export type NewComment = {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  /** The comment of the same task that it answers. */
  readonly replyTo?: string | null;
  readonly externalId?: string | null;
  readonly createdAt?: Instant;
};

export type NewCheckpoint = Pick<CheckpointView, 'id' | 'type' | 'text' | 'files' | 'commit' | 'author' | 'runId'>;

/** A plan as written, before anybody approved it. */
export type NewPlan = PlanContent & Pick<PlanView, 'writtenBy'>;

export type NewProposal = {
  readonly id: string;
  readonly runId: string | null;
  readonly title: string;
  readonly description: string;
};

/** The tracker's rows inside one write transaction; nothing of it outlives the transaction. */
export type TaskStore = {
  /** The moment the transaction began. */
  readonly at: Instant;
  /** Ids for what the transaction makes. */
  readonly ids: IdSource;
  /** Ids whose start, with or without `tk_`, or whose other tracker's id begins with `ref`: an exact one alone, else up to five. */
  candidates(ref: string): Promise<readonly TaskCandidate[]>;
  /** What may be meant by an id that has no candidates. */
  missed(ref: string): Promise<MissedTask>;
  find(id: string): Promise<Task | undefined>;
  /** Like `candidates`, among what was deleted. */
  trashCandidates(ref: string): Promise<readonly TaskCandidate[]>;
  /** A task whether it was deleted or not. */
  findAny(id: string): Promise<Task | undefined>;
  /** Every task below one, nearest first, without those that were deleted. */
  subtree(task: Task): Promise<readonly Task[]>;
  /** Tasks below one that were deleted together with it: at the same moment. */
  deletedWith(task: Task): Promise<readonly Task[]>;
  /** The task another tracker knows under exactly this id. */
  findExternal(externalId: string): Promise<Task | undefined>;
  /** Writes a new, open task, at revision 1. */
  insert(task: NewTask): Promise<void>;
  /**
   * Writes fields, counts the revision up and sets the time of the change, which may be told for imports.
   * @returns the new revision.
   */
  change(task: Task, changes: TaskChanges, updatedAt?: Instant): Promise<number>;
  /** Moves a lease without making a revision. */
  renewLease(task: Task, expiresAt: Instant): Promise<void>;
  /** Rows as only an import writes them. */
  readonly imports: ImportStore;
  /** The best ready task, passing over none. */
  firstReady(): Promise<Task | undefined>;
  /** What it requires that an agent who wants to hold it is not registered for. */
  lackedBy(task: Task, holder: TaskHolder): Promise<readonly string[]>;
  /** Ids of all ready tasks, best first. */
  readyIds(): Promise<readonly string[]>;
  /** Tasks whose lease ran out by now and at which no run works. */
  expired(): Promise<readonly Task[]>;
  /** Tasks in progress that nobody holds, as an import brings them. */
  unheld(): Promise<readonly Task[]>;
  /** What keeps it from beginning: unmet dependencies of it and its ancestors, and blocked ancestors. */
  waitsFor(id: string): Promise<readonly Blocker[]>;
  /** The task, itself or an ancestor, whose date it sleeps to. */
  deferredBy(id: string): Promise<string | undefined>;
  /** False where surely no way leads from `on` to the beginning of `task`, told without following any. */
  mayLeadTo(task: Task, on: Task): Promise<boolean>;
  /** Everything that `from` waits for, directly or not, breadth first, itself first; as if `moving` had no parent. */
  waitSteps(from: WaitNode, moving?: string): Promise<readonly WaitStep[]>;
  levelsAbove(id: string): Promise<number>;
  levelsBelow(id: string): Promise<number>;
  /** False when it was there already, with the same gate. */
  addDependency(task: Task, on: Task, how: { type: DependencyType; gate?: WaitGate | undefined }): Promise<boolean>;
  /** False when it was not there. */
  removeDependency(task: Task, on: Task, type: DependencyType): Promise<boolean>;
  dependencyTypes(task: Task, on: Task): Promise<readonly DependencyType[]>;
  /** Tasks that need this one, with the type of each dependency. */
  dependents(task: Task): Promise<readonly { readonly id: string; readonly type: DependencyType }[]>;
  /** The one comment of a task that an id or a start of one means. */
  findComment(task: Task, ref: string): Promise<string | undefined>;
  plan(id: string): Promise<PlanView | null>;
  /** Writes a plan in place of what is there; nobody has approved it. */
  setPlan(task: Task, plan: NewPlan): Promise<void>;
  approvePlan(task: Task, by: string): Promise<void>;
  /** Writes a checkpoint with the next number of its task. */
  addCheckpoint(task: Task, checkpoint: NewCheckpoint): Promise<CheckpointView>;
  /** False when a comment of the same other id is there already. */
  addComment(task: RowKey, comment: NewComment): Promise<boolean>;
  /** False when it was there already. */
  addArtifact(task: RowKey, kind: string, value: string): Promise<boolean>;
  addProposal(task: Task, proposal: NewProposal): Promise<void>;
  proposalCandidates(ref: string): Promise<readonly string[]>;
  findProposal(id: string): Promise<ProposalView | undefined>;
  decideProposal(id: string, state: 'accepted' | 'declined', acceptedTask: Task | null): Promise<void>;
  /** The one project under a name, an id, or a start of one. */
  findProject(ref: string): Promise<ProjectChoice | undefined>;
  /** The workspace's project where there is just one. */
  onlyProject(): Promise<ProjectChoice | undefined>;
  /** What happened to a task, oldest first. */
  events(id: string): Promise<readonly RecordedEvent[]>;
  /** How many events of a type a run has written about a task. */
  countOfRun(taskId: string, type: TaskEvent['type'], runId: string): Promise<number>;
  append(event: TaskEvent, act: Act): Promise<void>;
  /** The task as doors show it, with what this transaction wrote. */
  view(id: string): Promise<TaskView>;
};
