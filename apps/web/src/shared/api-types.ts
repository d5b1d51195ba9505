import type {
  inferRouterOutputs,
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';
import type { AccountView as AccountWire } from '../../../../packages/accounts/src/model/account-view.ts';
import type * as Run from '../../../../packages/agents/src/model/run-view.ts';
import type * as Merge from '../../../../packages/integration/src/model/merge-view.ts';
import type { ProjectView as ProjectWire } from '../../../../packages/projects/src/model/project-view.ts';
import type * as Task from '../../../../packages/tasks/src/model/task-view.ts';

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>;
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>;
type Paged = { limit?: number | undefined; cursor?: string | undefined };
type ById = { id: string };
type ByRun = { run: string };
type ByProject = { project: string };

export type SystemStatus = {
  readonly version: string;
  readonly home: string;
  readonly dispatching: { readonly me: boolean; readonly holder: string | null };
  readonly running: number;
  readonly queued: number;
  readonly maxConcurrent: number;
  readonly todayCostUsd: number;
  readonly parked: readonly { readonly name: string; readonly error: string; readonly since: string }[];
  readonly position: string;
};

type SettingWire = {
  readonly key: string;
  readonly value: string;
  readonly from: string;
  readonly fallback: string;
  readonly description: string;
  readonly expects: string;
};

export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: TRPCDefaultErrorShape; transformer: false },
  {
    tasks: {
      list: Query<Paged & { projectId?: string }, Task.Page<Task.TaskRow>>;
      show: Query<ById, Task.TaskView>;
      create: Mutation<
        {
          title: string;
          description?: string;
          acceptance?: string;
          priority?: Task.Priority;
          labels?: string[];
          projectId?: string | null;
          dependencies?: Task.Dependency[];
        },
        Task.TaskView
      >;
      update: Mutation<
        ById & {
          revision?: number;
          title?: string;
          description?: string;
          acceptance?: string;
          priority?: Task.Priority;
          labels?: string[];
          projectId?: string | null;
        },
        Task.TaskView
      >;
      release: Mutation<ById, Task.TaskView>;
      close: Mutation<ById & { outcome?: 'done' | 'failed' | 'cancelled'; reason?: string }, Task.TaskView>;
      reopen: Mutation<ById, Task.TaskView>;
      assign: Mutation<{ ids: string[] }, unknown>;
      comment: Mutation<ById & { text: string }, Task.CommentView>;
      comments: Query<ById & Paged, Task.Page<Task.CommentView>>;
      history: Query<ById & Paged, Task.Page<Task.HistoryEntry>>;
      addDependency: Mutation<{ id: string; on: string; type?: Task.Dependency['type'] }, Task.TaskView>;
      removeDependency: Mutation<{ id: string; on: string; type?: Task.Dependency['type'] }, Task.TaskView>;
      proposals: Query<{ taskId?: string } & Paged, Task.Page<Task.ProposalView>>;
      acceptProposal: Mutation<ById, Task.ProposalView>;
      declineProposal: Mutation<ById, Task.ProposalView>;
    };
    runs: {
      list: Query<Paged & { taskId?: string; active?: boolean }, Task.Page<Run.RunRow>>;
      show: Query<ByRun, Run.RunView>;
      log: Query<ByRun & { offset?: number }, Run.LogPage>;
      prompt: Query<ByRun, { prompt: string }>;
      inputs: Query<ByRun, Task.Page<Run.RunInput>>;
      input: Query<ByRun & { name: string }, { input: Run.RunInput; text: string | null }>;
      stop: Mutation<ByRun, Run.RunView>;
    };
    merges: {
      list: Query<Paged & { projectId?: string; taskId?: string }, Task.Page<Merge.MergeRequestView>>;
      show: Query<ById, Merge.MergeRequestView>;
      checkLog: Query<ById & { index: number }, { text: string }>;
      retry: Mutation<ById, Merge.MergeRequestView>;
    };
    projects: {
      list: Query<void, Task.Page<ProjectWire>>;
      show: Query<ByProject, ProjectWire>;
      add: Mutation<
        {
          source: string;
          name?: string;
          defaultBranch?: string;
          checks?: string[];
          goal?: string;
          constraints?: string[];
        },
        ProjectWire
      >;
      set: Mutation<
        ByProject & {
          name?: string;
          goal?: string | null;
          constraints?: string[];
          checks?: string[];
          checkTimeout?: number;
          setupCommand?: string | null;
          dispatch?: string;
          mergeStyle?: string;
        },
        ProjectWire
      >;
      remove: Mutation<ByProject, unknown>;
    };
    accounts: {
      list: Query<void, Task.Page<AccountWire>>;
      add: Mutation<
        { name: string; provider: 'claude'; configDir?: string; env?: Record<string, string> },
        AccountWire
      >;
      remove: Mutation<{ account: string }, unknown>;
    };
    config: {
      list: Query<object | undefined, Task.Page<SettingWire>>;
      set: Mutation<{ key: string; value?: string }, SettingWire>;
    };
    system: { status: Query<void, SystemStatus> };
    events: {
      subscribe: TRPCSubscriptionProcedure<{
        input: { lastEventId?: string };
        output: AsyncIterable<unknown>;
        meta: object;
      }>;
      latest: Query<void, { position: string }>;
    };
  }
>;

type Outputs = inferRouterOutputs<AppRouter>;

export type TaskRow = Outputs['tasks']['list']['items'][number];
export type TaskView = Outputs['tasks']['show'];
export type TaskState = TaskView['state'];
export type Priority = TaskView['priority'];
export type Dependency = TaskView['dependencies'][number];
export type CommentView = Outputs['tasks']['comments']['items'][number];
export type HistoryEntry = Outputs['tasks']['history']['items'][number];
export type ProposalView = Outputs['tasks']['proposals']['items'][number];
export type RunRow = Outputs['runs']['list']['items'][number];
export type RunView = Outputs['runs']['show'];
export type RunInput = Outputs['runs']['inputs']['items'][number];
export type LogEntry = Outputs['runs']['log']['entries'][number];
export type MergeRequestView = Outputs['merges']['show'];
export type MergeState = MergeRequestView['state'];
export type CheckView = MergeRequestView['checks'][number];
export type CheckVerdict = CheckView['verdict'];
export type ProjectView = Outputs['projects']['show'];
export type AccountView = Outputs['accounts']['list']['items'][number];
export type SettingView = Outputs['config']['list']['items'][number];
