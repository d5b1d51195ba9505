import type { AppRouter } from '@cw/app';
import type { inferRouterOutputs } from '@trpc/server';

export type { AppRouter } from '@cw/app';

type Outputs = inferRouterOutputs<AppRouter>;

export type TaskList = Outputs['tasks']['list'];
export type TaskRow = TaskList['items'][number];
export type TypedTask = Outputs['tasks']['typed']['items'][number];
export type TaskView = Outputs['tasks']['show'];
export type TaskState = TaskView['state'];
export type Priority = TaskView['priority'];
export type GraphEdge = Outputs['tasks']['graph']['items'][number];
export type Dependency = TaskView['dependencies'][number];
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
export type AgentView = Outputs['agents']['list']['items'][number];
export type AgentState = AgentView['state'];
export type AgentSheet = Outputs['agents']['show'];
export type ProjectMonitor = Outputs['dispatch']['monitors']['items'][number];
export type HealthReport = Outputs['system']['health'];
export type AccountView = Outputs['accounts']['list']['items'][number];
export type SettingView = Outputs['config']['list']['items'][number];
export type PauseView = Outputs['dispatch']['pauses']['items'][number];
export type AttemptView = Outputs['dispatch']['attempts']['items'][number];
export type EventList = Outputs['events']['list'];
export type EventRow = EventList['items'][number];
export type CommentView = Outputs['tasks']['comments']['items'][number];
export type CheckpointView = Outputs['tasks']['checkpoints']['items'][number];
export type PlanView = NonNullable<Outputs['tasks']['plan']>;
