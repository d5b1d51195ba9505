import type { Withheld } from '@cw/integration';
import type { Advice, AgentState, IsoTime } from '@cw/kernel';
import type { CauseName } from '@cw/messages';
import type { PauseView } from '@cw/orchestrator';
import type { WorkFigures } from '@cw/states';
import type { WatchdogView } from '@cw/upkeep';
import type { SilentServer } from './say-silence.ts';

/** Something about the workspace that is not as it should be, or worth knowing. */
export type Concern = Advice & {
  /** A notice is worth knowing, and nothing is wrong. */
  readonly level: 'problem' | 'notice';
  /** Which part of the report it is about. */
  readonly about:
    | 'supervisor'
    | 'watchdog'
    | 'agents'
    | 'leases'
    | 'dispatch'
    | 'merges'
    | 'accounts'
    | 'sandbox'
    | 'disk'
    | 'database';
  readonly message: string;
};

/** Something that is wrong, and what to do about it. */
export type Trouble = Advice & Pick<Concern, 'message'>;

/** What is on the disk, as far as a moment's look tells. */
export type DiskUse = {
  readonly freeBytes: number;
  readonly logs: Size;
  readonly worktrees: Size;
  readonly clones: Size;
  readonly backups: Size;
};

/** `silent`: its process is there, and it does not answer. */
export type ServerState = 'answers' | 'silent' | 'none';

/** What only the process that serves knows of itself. */
export type ProcessFacts = {
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  readonly startedAt: IsoTime;
  readonly dispatches: boolean;
  /** When it last looked for what can be started; null when it does not dispatch. */
  readonly lastRoundAt: IsoTime | null;
  readonly watchdog: WatchdogView;
  /** The server that dispatches, when that is another one that gives no answer. */
  readonly silent: SilentServer | null;
};

export type Size = {
  readonly bytes: number;
  /** False when there was more than could be looked at in a moment, so that it is at least this. */
  readonly whole: boolean;
};

export type AccountRestView = {
  readonly provider: string;
  /** Null: the sign-in that the user has without an account. */
  readonly account: string | null;
  readonly cause: string;
  /** The kind of model that only may not be used; null: none may. */
  readonly model: string | null;
  readonly reason: string;
  readonly since: IsoTime;
  /** Null: until a person has done something about it. */
  readonly until: IsoTime | null;
};

/** Something that went wrong, of the server or of a run. */
export type LastError = {
  readonly at: IsoTime;
  /** Null: the server itself. */
  readonly runId: string | null;
  readonly taskTitle: string | null;
  readonly message: string;
};

/** Something that was taken up or put right after a process ended. */
export type Recovery = {
  readonly at: IsoTime;
  readonly type: string;
  /** Id of what it happened to. */
  readonly thing: string;
  readonly taskId: string | null;
  readonly taskTitle: string | null;
  readonly message: string;
};

/** Whether agents can be kept in a sandbox on this machine, and what to do where they cannot. */
export type SandboxFacts = Advice & {
  /** Null: no server of this workspace has tried it yet. */
  readonly works: boolean | null;
  /** Why it does not; where it does, which walls are missing. */
  readonly why: string | null;
  /** Why, where it works, no agent can have a private network in it; null: they can, or it does not work at all. */
  readonly noNetwork: (Advice & { readonly why: string }) | null;
};

/** Who asks for it: in any scope of the settings. */
export type SandboxWanted = { readonly wanted: boolean; readonly networkWanted: boolean };

/** The same with what to do in words. */
export type SandboxView = {
  /** Null: no server of this workspace has tried it yet. */
  readonly works: boolean | null;
  /** Why it does not, and what to do about that; where it does, which walls are missing. */
  readonly why: string | null;
  readonly hint: string | null;
  /** Why, where it works, no agent can have a private network in it; null: they can, or it does not work at all. */
  readonly noNetwork: string | null;
  /** What to do about that. */
  readonly networkHint: string | null;
};

export type HealthReport = {
  readonly home: string;
  readonly at: IsoTime;
  /** True when nothing is wrong; notices may remain. */
  readonly well: boolean;
  readonly concerns: readonly Concern[];
  /** What keeps agents or merges from going on, as the inbox tells it; what has a place of its own here is left out. */
  readonly holds: readonly { readonly itemId: string; readonly cause: CauseName; readonly title: string }[];
  readonly server: { readonly state: ServerState; readonly url: string | null; readonly pid: number | null };
  readonly supervisor: {
    /** Whether some process starts agents now; null when that cannot be told. */
    readonly dispatching: boolean | null;
    readonly holder: string | null;
    readonly pid: number | null;
    readonly since: IsoTime | null;
    readonly lastRoundAt: IsoTime | null;
    /** The server that is to start agents and gives no answer; null when it does, or when none is there. */
    readonly silence: SilentServer | null;
  };
  /** Null when no server could be asked. */
  readonly watchdog: WatchdogView | null;
  readonly agents: Readonly<Record<AgentState, number>>;
  readonly work: WorkFigures;
  readonly pauses: readonly PauseView[];
  readonly accounts: readonly AccountRestView[];
  /** Branches with merges that the repositories of their projects could not be given yet. */
  readonly withheld: readonly (Withheld & {
    /** Whether the repository is at its path; a remote one is not looked at. */
    readonly isThere: boolean;
  })[];
  /** `wanted`, `networkWanted`: some setting asks for it, or for a private network. */
  readonly sandbox: SandboxView & SandboxWanted;
  readonly disk: DiskUse & {
    /** Why nothing can be written; null where it can. */
    readonly refusal: Trouble | null;
  };
  readonly database: {
    readonly schemaVersion: number;
    readonly bytes: number;
    readonly walBytes: number;
    /** Events in its log. */
    readonly events: number;
    readonly lastBackupAt: IsoTime | null;
    /** Why it cannot be read, written to, or is not what it was. */
    readonly troubles: readonly Trouble[];
    /** Subscribers that gave up after repeated failure. */
    readonly parked: readonly { readonly name: string; readonly error: string; readonly since: IsoTime }[];
  };
  readonly errors: readonly LastError[];
  readonly recoveries: readonly Recovery[];
};
