import type { Unsubscribable } from '@trpc/server/observable';
import { api, queryClient } from './api.ts';
import { createCell } from './cell.ts';
import { rootsOfEvent } from './event-roots.ts';
import { listenForMissed, missed } from './missed.ts';
import { checkBuild } from './outdated.ts';
import { refresh } from './refresh.ts';
import { followTask } from './task-rows.ts';

export type LiveState = {
  readonly status: 'connecting' | 'live' | 'lost';
  /** Number of the newest event seen. */
  readonly seq: number | undefined;
  /** When the shown data was last known to be right; ms. */
  readonly asOf: number;
};

type Message = {
  readonly position: string | undefined;
  readonly type: string;
  readonly entity: string;
  /** The task it is about, if it says so. */
  readonly taskId: string | undefined;
};

export const live = createCell<LiveState>({ status: 'connecting', seq: undefined, asOf: Date.now() });

const activityListeners = new Map<string, Set<() => void>>();

/** Calls back whenever something happened to this run, its output included. */
export function onRunActivity(runId: string, listener: () => void): () => void {
  const listeners = activityListeners.get(runId) ?? new Set();
  activityListeners.set(runId, listeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) activityListeners.delete(runId);
  };
}

type InboxEvent = Pick<Message, 'type' | 'entity'>;

const inboxListeners = new Set<(event: InboxEvent) => void>();

/** Calls back with each event of the inbox as it comes: something was put before a person, or is over. */
export function onInboxEvent(listener: (event: InboxEvent) => void): () => void {
  inboxListeners.add(listener);
  return () => inboxListeners.delete(listener);
}

const eventListeners = new Set<() => void>();

/** Calls back whenever something was added to the log, or may have been while the page was not live. */
export function onEvent(listener: () => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

function notifyOfEvent(): void {
  for (const listener of eventListeners) listener();
}

function notifyAllRuns(): void {
  for (const listeners of activityListeners.values()) for (const listener of listeners) listener();
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The parts of a message this page reads: tracked events carry their position as id, hints come bare. */
export function readMessage(raw: unknown): Message | undefined {
  const id = field(raw, 'id');
  const body = field(raw, 'data') ?? raw;
  const type = field(body, 'type');
  const entity = field(body, 'entity');
  if (typeof type !== 'string' || typeof entity !== 'string') return undefined;
  const taskId = entity.startsWith('tk_') ? entity : field(field(body, 'payload'), 'taskId');
  return {
    position: typeof id === 'string' && id.includes(':') ? id : undefined,
    type,
    entity,
    taskId: typeof taskId === 'string' ? taskId : undefined,
  };
}

function update(change: Partial<LiveState>): void {
  live.set({ ...live.get(), ...change });
}

let position: string | undefined;

function moveTo(next: string): void {
  position = next;
  update({ seq: Number(next.slice(next.lastIndexOf(':') + 1)), asOf: Date.now() });
}

function take(raw: unknown): void {
  const message = readMessage(raw);
  if (!message) return;
  if (message.type === 'stream.reset') location.reload();
  if (message.position) moveTo(message.position);
  if (message.type.startsWith('stream.')) return;
  notifyOfEvent();
  const roots = rootsOfEvent(message.type);
  refresh(...roots);
  if (roots.includes('tasks')) followTask(message.taskId);
  if (message.type.startsWith('inbox.')) for (const listener of inboxListeners) listener(message);
  if (!message.type.startsWith('run.')) return;
  for (const listener of activityListeners.get(message.entity) ?? []) listener();
}

let subscription: Unsubscribable | undefined;
let restartTimer: ReturnType<typeof setTimeout> | undefined;

function lose(): void {
  if (live.get().status === 'live') update({ status: 'lost', asOf: Date.now() });
  else update({ status: 'lost' });
}

/** Asks where the log stands before anything else is asked, so that no change can fall between answer and stream. */
async function connect(): Promise<void> {
  subscription?.unsubscribe();
  clearTimeout(restartTimer);
  try {
    if (missed.get() || position === undefined) {
      const { position: head } = await api.events.latest.query();
      position ??= head;
    }
    if (missed.get()) {
      missed.set(false);
      void queryClient.invalidateQueries();
    }
    moveTo(position);
    subscribe(position);
  } catch {
    retryLater();
  }
}

function retryLater(): void {
  lose();
  clearTimeout(restartTimer);
  restartTimer = setTimeout(() => void connect(), 2000);
}

/** A refused upgrade gives no reason to scripts; a request does, and a refusal there shows the sign-in page. */
function askWhy(): void {
  api.events.latest.query().catch(() => undefined);
}

function subscribe(from: string): void {
  subscription = api.events.subscribe.subscribe(
    { lastEventId: from },
    {
      onStarted: () => {
        if (live.get().status === 'lost') void checkBuild();
        update({ status: 'live', asOf: Date.now() });
        notifyAllRuns();
        notifyOfEvent();
      },
      onData: take,
      onConnectionStateChange: (change) => {
        if (change.state !== 'connecting' || !change.error) return;
        lose();
        askWhy();
      },
      onError: retryLater,
      onStopped: retryLater,
    },
  );
}

/** Opens the one subscription of the page; called once at the start. */
export function startLive(): void {
  listenForMissed();
  missed.subscribe(() => missed.get() && retryLater());
  void connect();
}

/** Tries at once instead of waiting for the next turn. */
export function retryLive(): void {
  void connect();
}
