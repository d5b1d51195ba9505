import type { Unsubscribable } from '@trpc/server/observable';
import { alone, api, noteOutage } from './api.ts';
import type { Root } from './api-types.ts';
import { createCell } from './cell.ts';
import { lastHeard } from './keyed-socket.ts';
import { missed, outage } from './missed.ts';
import { checkBuild } from './outdated.ts';
import { readAgain } from './read-again.ts';
import { refresh } from './refresh.ts';
import { giveUpRequests } from './requests.ts';
import { followTask } from './task-rows.ts';

/** `live` means that events come, and that what is on the screen could be read since they last did not. */
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
  readonly refreshes: readonly Root[];
};

export const live = createCell<LiveState>({ status: 'connecting', seq: undefined, asOf: Date.now() });

/** Reads what is new of a run, and resolves when it did. */
type RunListener = () => Promise<void>;

const activityListeners = new Map<string, Set<RunListener>>();

/** Calls back whenever something happened to this run, its output included. */
export function onRunActivity(runId: string, listener: RunListener): () => void {
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

async function notifyAllRuns(): Promise<void> {
  await Promise.all(
    [...activityListeners.values()].flatMap((listeners) => [...listeners].map((listener) => listener())),
  );
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
    refreshes: rootsIn(field(body, 'refreshes')),
  };
}

/** The server is of the same build, so that it names no other parts. */
function rootsIn(value: unknown): readonly Root[] {
  return Array.isArray(value) ? value : [];
}

function update(change: Partial<LiveState>): void {
  live.set({ ...live.get(), ...change });
}

let position: string | undefined;

function seqOf(at: string): number {
  return Number(at.slice(at.lastIndexOf(':') + 1));
}

function moveTo(next: string): void {
  position = next;
  update({ seq: seqOf(next), ...(live.get().status === 'live' ? { asOf: Date.now() } : {}) });
}

function take(raw: unknown): void {
  const message = readMessage(raw);
  if (!message) return;
  if (message.type === 'stream.reset') location.reload();
  if (message.position) moveTo(message.position);
  if (message.type.startsWith('stream.')) return;
  notifyOfEvent();
  refresh(...message.refreshes);
  if (message.refreshes.includes('tasks')) followTask(message.taskId);
  if (message.type.startsWith('inbox.')) for (const listener of inboxListeners) listener(message);
  if (!message.type.startsWith('run.')) return;
  for (const listener of activityListeners.get(message.entity) ?? []) void listener();
}

let subscription: Unsubscribable | undefined;
let restartTimer: ReturnType<typeof setTimeout> | undefined;
/** Counts attempts to connect: one that is answered when there is a newer one changes nothing. */
let attempt = 0;
/** True while something on the screen may be old that no event will tell of. */
let isOwed = false;
/** True when the server was asked where the log stands and nothing came back. */
let wasSilent = false;
/** True from when the connection was lost until it is back: what was asked before may wait on a dead one. */
let isCut = false;

/** Milliseconds in which the server must say where the log stands, and after which it is asked again. */
const [headLimit, retryAfter] = [5_000, 2_000];
/** As many connections as browsers keep to one server. */
const mostConnections = 6;

function giveUp(): void {
  if (isCut) isOwed = giveUpRequests() || isOwed;
}

function lose(): void {
  giveUp();
  const { status, asOf } = live.get();
  update({ status: 'lost', asOf: status === 'live' ? Math.max(asOf, lastHeard()) : asOf });
}

/**
 * Where the log stands; answered, it also says that reads succeed.
 * @throws when there is no answer in time
 */
async function askHead(): Promise<string> {
  const signal = AbortSignal.timeout(headLimit);
  // A browser reuses idle connections, and cannot know that they are dead. Asked over as many as it may have, none of
  // those is left for what is asked next.
  const several = Array.from({ length: wasSilent ? mostConnections : 1 }, (_, index) => index + 1);
  try {
    const { position: head } = await Promise.any(
      several.map((limit) => api.events.latest.query({ limit }, { ...alone, signal })),
    );
    wasSilent = false;
    return head;
  } catch (error) {
    wasSilent = signal.aborted;
    isCut ||= wasSilent;
    noteOutage(error instanceof AggregateError ? error.errors[0] : error);
    throw error;
  }
}

/** Asks where the log stands before anything else is asked, so that no change can fall between answer and stream. */
async function connect(): Promise<void> {
  attempt += 1;
  const mine = attempt;
  subscription?.unsubscribe();
  clearTimeout(restartTimer);
  try {
    const head = await askHead();
    if (mine !== attempt) return;
    position ??= head;
    update({ seq: seqOf(position) });
    subscribe(position, mine);
  } catch {
    if (mine === attempt) retryLater();
  }
}

function retryLater(): void {
  attempt += 1;
  subscription?.unsubscribe();
  lose();
  clearTimeout(restartTimer);
  restartTimer = setTimeout(() => void connect(), retryAfter);
}

/** A refused upgrade gives no reason to scripts; a request does, and a refusal there shows the sign-in page. */
function askWhy(): void {
  askHead().catch(() => undefined);
}

/** Events come: the page is live once what was missed meanwhile is read, or else stays what it was. */
async function catchUp(mine: number): Promise<void> {
  if (live.get().status === 'lost') {
    void checkBuild();
    giveUp();
  }
  isCut = false;
  const mustReadAll = isOwed || missed.get();
  isOwed = false;
  missed.set(false);
  notifyOfEvent();
  // Each read is over within its limit, and a failed one is missed.
  await Promise.all([notifyAllRuns(), mustReadAll && readAgain()]);
  if (mine !== attempt || missed.get()) return;
  outage.set(undefined);
  update({ status: 'live', asOf: Date.now() });
}

function subscribe(from: string, mine: number): void {
  const ifCurrent = (act: () => void) => () => {
    if (mine === attempt) act();
  };
  subscription = api.events.subscribe.subscribe(
    { lastEventId: from },
    {
      onStarted: ifCurrent(() => void catchUp(mine)),
      onData: take,
      onConnectionStateChange: (change) => {
        if (mine !== attempt || change.state !== 'connecting' || !change.error) return;
        isCut = true;
        lose();
        askWhy();
      },
      onError: ifCurrent(retryLater),
      onStopped: ifCurrent(retryLater),
    },
  );
}

/** Opens the one subscription of the page; called once at the start. */
export function startLive(): void {
  missed.subscribe(() => missed.get() && retryLater());
  void connect();
}

/** Tries at once instead of waiting for the next turn. */
export function retryLive(): void {
  void connect();
}
