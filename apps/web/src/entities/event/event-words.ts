import type { AppEvent } from '../../data/api-types.ts';

/** A stretch of the sentence that tells an event. */
export type EventPart =
  | string
  /** What the event is about; with a `lead`, both are left out where that is clear from the place. */
  | { readonly kind: 'thing'; readonly lead?: string }
  /** Another thing, by its id; with a `lead`, both are left out where that is clear from the place. */
  | { readonly kind: 'ref'; readonly id: string; readonly lead?: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'change'; readonly before: string; readonly after: string }
  /** Words of whoever did it. */
  | { readonly kind: 'quote'; readonly text: string };

type Told = { readonly type: string; readonly payload?: unknown };
type Say = (payload: unknown) => readonly EventPart[];

const it: EventPart = { kind: 'thing' };
const of: EventPart = { kind: 'thing', lead: ' of ' };
const on: EventPart = { kind: 'thing', lead: ' on ' };
const to: EventPart = { kind: 'thing', lead: ' to ' };

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function wordOf(value: unknown, name: string): string {
  const found = fieldOf(value, name);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

const afterOf = (payload: unknown, name: string) => wordOf(fieldOf(payload, 'after'), name);
const strong = (text: string): EventPart => ({ kind: 'strong', text });
const ref = (id: string): EventPart => ({ kind: 'ref', id });
const quote = (text: string): readonly EventPart[] => (text === '' ? [] : [{ kind: 'quote', text }]);
const plain =
  (...parts: readonly EventPart[]): Say =>
  () =>
    parts;
const quoting =
  (name: string, ...parts: readonly EventPart[]): Say =>
  (payload) => [...parts, ...quote(wordOf(payload, name))];
const forTask = (payload: unknown): readonly EventPart[] => {
  const taskId = wordOf(payload, 'taskId');
  return taskId === '' ? [] : [{ kind: 'ref', id: taskId, lead: ' for ' }];
};

const fieldNames: Readonly<Record<string, string>> = {
  statusReason: 'reason',
  parentId: 'parent',
  projectId: 'project',
  leaseHolder: 'holder',
  leaseExpiresAt: 'claim expiry',
  closeReason: 'reason',
  requiresPlan: 'plan first',
  requires: 'required capabilities',
  gateApprovedAt: 'approval',
  gateApprovedBy: 'approved by',
  planApproved: 'plan approval',
  dueAt: 'due date',
  deferUntil: 'deferred until',
  externalRef: 'external reference',
  checkCommand: 'check command',
  dispatch: 'who starts it',
  defaultBranch: 'default branch',
};

/** Fields whose text is too long for a line, or says nothing to people. */
const untold = new Set(['description', 'acceptance', 'script', 'design', 'metadata', 'checkCommand', 'plan', 'goal']);

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function show(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (/(?:At|Until)$/.test(name) && (typeof value === 'number' || typeof value === 'string')) {
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? String(value) : when.format(time);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map((each) => show('', each)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Why an account is of no use for now. */
const accountCauses: Readonly<Record<string, string>> = {
  limit: 'it is at its usage limit',
  throttle: 'it sent too many requests',
  overload: 'the model is overloaded',
  offline: 'the model could not be reached',
  login: 'its sign-in was refused',
  spend: 'it is out of credit',
};

type Change = { readonly field: string; readonly before: unknown; readonly after: unknown };

/** What changed, from `before` and `after` of a payload; a side that is not there counts as empty. */
export function changesOf(payload: unknown): readonly Change[] {
  const before = fieldOf(payload, 'before');
  const after = fieldOf(payload, 'after');
  if (typeof after !== 'object' || after === null) return [];
  return Object.entries(after)
    .map(([field, value]): Change => ({ field, before: fieldOf(before, field) ?? null, after: value }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** A field as people call it. */
export function fieldName(field: string): string {
  return fieldNames[field] ?? field;
}

function tellChanges(changes: readonly Change[]): readonly EventPart[] {
  return changes.flatMap(({ field, before, after }, index): readonly EventPart[] => {
    const name = `${index === 0 ? '' : index === changes.length - 1 ? ' and ' : ', '}${fieldName(field)}`;
    if (untold.has(field)) return [name];
    return [`${name} `, { kind: 'change', before: show(field, before), after: show(field, after) }];
  });
}

/** A change of fields, in words. */
function updated(changes: readonly Change[]): readonly EventPart[] {
  return changes.length === 0 ? ['changed ', it] : ['changed ', ...tellChanges(changes), of];
}

const linked: Readonly<Record<string, (id: EventPart, gate: string) => readonly EventPart[]>> = {
  blocks: (id) => ['made ', it, ' wait for ', id],
  'parent-child': (id) => ['put ', it, ' under ', id],
  related: (id) => ['linked ', it, ' with ', id],
  'discovered-from': (id) => ['noted that ', it, ' was found in ', id],
  'waits-for': (id, gate) => ['made ', it, ` wait for ${gate === 'any' ? 'any child' : 'all children'} of `, id],
  'on-failure': (id) => ['made ', it, ' wait for a failure of ', id],
};

const unlinked: Readonly<Record<string, (id: EventPart) => readonly EventPart[]>> = {
  blocks: (id) => ['removed the dependency of ', it, ' on ', id],
  'parent-child': (id) => ['removed ', it, ' from its parent ', id],
  related: (id) => ['unlinked ', it, ' from ', id],
  'discovered-from': (id) => ['removed the note that ', it, ' was found in ', id],
  'waits-for': (id) => ['removed the dependency of ', it, ' on the children of ', id],
  'on-failure': (id) => ['removed the dependency of ', it, ' on a failure of ', id],
};

function planSet(payload: unknown): readonly EventPart[] {
  const before = fieldOf(fieldOf(payload, 'before'), 'plan');
  if (before === null || before === undefined) return ['wrote the plan', of];
  const changed = changesOf({ before, after: fieldOf(fieldOf(payload, 'after'), 'plan') }).map(({ field }) => field);
  return [`changed the plan${changed.length > 0 ? ` (${changed.join(', ')})` : ''}`, of];
}

function replanned(payload: unknown): readonly EventPart[] {
  const count = (name: string) => {
    const ids = fieldOf(payload, name);
    return Array.isArray(ids) ? ids.length : 0;
  };
  const counts = `${count('replaced')} replaced, ${count('kept')} kept, ${count('created')} new`;
  return ['replanned the work below ', it, ` (${counts})`, ...quote(wordOf(payload, 'reason'))];
}

function assigned(payload: unknown): readonly EventPart[] {
  const assignee = afterOf(payload, 'assignee');
  return assignee === '' ? ['put ', it, ' on the queue'] : ['assigned ', it, ' to ', strong(assignee)];
}

function stageChanged(payload: unknown): readonly EventPart[] {
  const stage = afterOf(payload, 'stage');
  if (stage === 'merging') return ['sent ', it, ' to the merge queue'];
  return stage === 'working' ? ['started work', on] : ['ended work', on];
}

function configChanged(payload: unknown): readonly EventPart[] {
  const scopeId = wordOf(payload, 'scopeId');
  const where = scopeId === '' ? [] : [' for ', ref(scopeId)];
  const after = fieldOf(payload, 'after');
  if (after === null || after === undefined) return ['reset ', it, ...where];
  return ['set ', it, ' to ', strong(show('', after)), ...where];
}

function projectChanged(payload: unknown): readonly EventPart[] {
  const sides = Object.entries(typeof payload === 'object' && payload !== null ? payload : {});
  return updated(
    sides.map(([field, side]) => ({ field, before: fieldOf(side, 'before'), after: fieldOf(side, 'after') })),
  );
}

/** What a rule allows, and in which project alone. */
function allowed(rule: unknown): readonly EventPart[] {
  const projectId = wordOf(rule, 'projectId');
  const what = [wordOf(rule, 'tool'), wordOf(rule, 'pattern')].filter(Boolean).join(': ');
  return [strong(what), ...(projectId === '' ? [] : [' in ', ref(projectId)])];
}

const paused = (payload: unknown): EventPart => (wordOf(payload, 'projectId') === '' ? 'the workspace' : it);

const words = {
  'task.created': (payload) => {
    const parent = afterOf(payload, 'parentId');
    return ['created ', it, ...(parent === '' ? [] : [' under ', ref(parent)])];
  },
  'task.updated': (payload) => updated(changesOf(payload)),
  'task.claimed': plain('claimed ', it),
  'task.released': plain('released ', it),
  'task.closed': (payload) => [
    'closed ',
    it,
    ' as ',
    strong(afterOf(payload, 'outcome') || 'done'),
    ...quote(afterOf(payload, 'closeReason')),
  ],
  'task.reopened': plain('reopened ', it),
  'task.blocked': (payload) => ['blocked ', it, ...quote(afterOf(payload, 'statusReason'))],
  'task.rested': (payload) => ['put ', it, ' on hold', ...quote(afterOf(payload, 'statusReason'))],
  'task.assigned': assigned,
  'task.stage-changed': stageChanged,
  'task.lease-expired': plain('let the claim', of, ' expire'),
  'task.imported': plain('imported ', it),
  'task.deleted': plain('moved ', it, ' to the trash'),
  'task.restored': plain('restored ', it, ' from the trash'),
  'task.plan-set': planSet,
  'task.plan-approved': plain('approved the plan', of),
  'task.gate-approved': plain('approved the result', of),
  'task.commented': (payload) => [wordOf(payload, 'replyTo') === '' ? 'commented' : 'replied to a comment', on],
  'task.checkpointed': (payload) => [
    'set checkpoint ',
    strong(`${wordOf(payload, 'sequence')} (${wordOf(payload, 'type')})`),
    on,
  ],
  'task.replanned': replanned,
  'task.progressed': (payload) => {
    const percent = wordOf(payload, 'percent');
    const far = percent === '' ? [] : [', ', strong(`${percent} %`)];
    return ['reported progress', on, ...far, ...quote(wordOf(payload, 'text'))];
  },
  'task.artifact-added': (payload) => [`added the ${wordOf(payload, 'kind')} `, strong(wordOf(payload, 'value')), to],
  'task.dependency-added': (payload) => {
    const say = linked[wordOf(payload, 'type')] ?? linked.blocks;
    return say?.(ref(wordOf(payload, 'onId')), wordOf(payload, 'gate')) ?? [];
  },
  'task.dependency-removed': (payload) => {
    const say = unlinked[wordOf(payload, 'type')] ?? unlinked.blocks;
    return say?.(ref(wordOf(payload, 'onId'))) ?? [];
  },
  'task.follow-up-proposed': (payload) => ['proposed the follow-up ', strong(wordOf(payload, 'title')), on],
  'task.follow-up-accepted': (payload) => ['accepted a follow-up', of, ': ', ref(wordOf(payload, 'taskId'))],
  'task.follow-up-declined': plain('declined a follow-up', of),
  'run.created': (payload) => ['prepared ', it, ` as attempt ${wordOf(payload, 'attempt')}`, ...forTask(payload)],
  'run.step-reached': (payload) => ['moved ', it, ' to the step ', strong(wordOf(payload, 'step'))],
  'run.adopted': (payload) => ['recovered ', it, ...forTask(payload)],
  'run.started': (payload) => ['started ', it, ...forTask(payload)],
  'run.progressed': plain('read output', of),
  'run.stalled': (payload) => {
    const turn = wordOf(payload, 'turn');
    if (turn === 'asked' && fieldOf(payload, 'told') === true) return ['asked ', it, ' whether it is still working'];
    if (turn === 'asked') return ['still saw no sign of life', of, ', which takes no messages'];
    return turn === 'ended' ? ['ended the agent', of, ' for its silence'] : ['saw no sign of life', of];
  },
  'run.heard-again': plain('saw signs of life', of, ' again'),
  'run.stop-requested': quoting('reason', 'asked ', it, ' to stop'),
  'run.retry-asked': (payload) => [
    'had ',
    it,
    wordOf(payload, 'mode') === 'resume' ? ' resumed' : ' started from scratch',
    ...forTask(payload),
    ...quote(wordOf(payload, 'note')),
  ],
  'run.taken-over': (payload) => ['took ', it, ' over from its agent', ...forTask(payload)],
  'run.handoff-asked': plain('told ', it, ' to hand over, because its context is full'),
  'run.handed-off': (payload) => ['handed the work of ', it, ' over to a fresh context', ...forTask(payload)],
  'run.handed-back': (payload) => ['handed ', it, ' back to an agent', ...forTask(payload)],
  'run.ended': (payload) => [
    'ended ',
    it,
    ' as ',
    strong(wordOf(payload, 'outcome')),
    ...forTask(payload),
    ...quote(wordOf(payload, 'reason')),
  ],
  'merge.queued': (payload) => ['put ', it, ' into the merge queue', ...forTask(payload)],
  'merge.started': (payload) => ['started ', it, ...forTask(payload)],
  'merge.step-reached': (payload) => ['moved ', it, ' to the step ', strong(wordOf(payload, 'step'))],
  'merge.recovered': (payload) =>
    fieldOf(payload, 'landed') === true
      ? ['finished ', it, ', which was merged before its process ended']
      : ['recovered ', it, ' from a process that had ended'],
  'merge.put-back': quoting('why', 'put ', it, ' back into the queue'),
  'merge.check-ended': (payload) => [
    'ran the check ',
    strong(wordOf(payload, 'name') || wordOf(payload, 'command')),
    of,
    ': ',
    strong(wordOf(payload, 'verdict')),
  ],
  'merge.conflicted': quoting('reason', 'found a conflict in ', it),
  'merge.checks-failed': quoting('reason', 'refused ', it, ', whose checks failed'),
  'merge.failed': quoting('reason', 'could not merge ', it),
  'merge.merged': (payload) => ['merged ', it, ' into ', strong(wordOf(payload, 'targetBranch')), ...forTask(payload)],
  'merge.unchanged': (payload) => ['found nothing to merge in ', it, ...forTask(payload)],
  'merge.pushed': (payload) => ['pushed ', strong(wordOf(payload, 'targetBranch')), ' with ', it],
  'merge.retried': (payload) => ['put ', it, ' back into the merge queue', ...forTask(payload)],
  'merge.cancelled': quoting('reason', 'cancelled ', it),
  'merge.held': quoting('reason', 'held ', it, ' in the merge queue'),
  'merge.released': (payload) => ['released ', it, ' to be merged', ...forTask(payload)],
  'merge.prioritized': (payload) => [
    'moved ',
    it,
    ' from ',
    strong(wordOf(payload, 'before')),
    ' to ',
    strong(wordOf(payload, 'priority')),
    ...forTask(payload),
  ],
  'project.added': plain('added ', it),
  'project.changed': projectChanged,
  'project.removed': plain('removed ', it),
  'project.branch-restored': plain('reset a branch', of),
  'account.added': plain('added ', it),
  'account.removed': plain('removed ', it),
  'account.rested': (payload) => {
    const until = fieldOf(payload, 'until');
    const end = until === null ? 'until somebody acts' : `until ${show('until', until)}`;
    return ['put ', it, ` on hold ${end}`, ...quote(accountCauses[wordOf(payload, 'cause')] ?? '')];
  },
  'account.recovered': plain('took ', it, ' off hold'),
  'inbox.raised': (payload) => ['put ', it, ' into the inbox', ...forTask(payload), ...quote(wordOf(payload, 'title'))],
  'inbox.updated': (payload) => [
    'updated ',
    it,
    ' in the inbox',
    ...forTask(payload),
    ...quote(wordOf(payload, 'title')),
  ],
  'inbox.answered': (payload) => ['answered ', it, ' with ', strong(wordOf(payload, 'choice')), ...forTask(payload)],
  'inbox.dismissed': (payload) => ['dismissed ', it, ...forTask(payload)],
  'inbox.restored': (payload) => ['restored ', it, ...forTask(payload)],
  'inbox.over': plain('closed ', it, ' without an answer'),
  'inbox.told': (payload) =>
    fieldOf(payload, 'ok') === true
      ? ['notified the ', wordOf(payload, 'sink'), of]
      : ['could not notify the ', wordOf(payload, 'sink'), of, ...quote(wordOf(payload, 'reason'))],
  'rule.added': (payload) => ['allowed ', ...allowed(payload)],
  'rule.changed': (payload) => [
    'changed a rule from ',
    ...allowed(fieldOf(payload, 'before')),
    ' to ',
    ...allowed(fieldOf(payload, 'after')),
  ],
  'rule.removed': (payload) => ['removed the rule ', ...allowed(payload)],
  'rule.restored': (payload) => ['restored the rule ', ...allowed(payload)],
  'message.sent': plain('wrote ', it),
  'message.delivered': plain('delivered ', it),
  'message.read': plain('read ', it),
  'message.marked-unread': plain('marked ', it, ' as unread'),
  'agent.registered': (payload) => ['registered the agent ', strong(wordOf(payload, 'name'))],
  'agent.changed': (payload) => ['updated the agent ', strong(wordOf(payload, 'name'))],
  'agent.returned': (payload) => ['heard from the agent ', strong(wordOf(payload, 'name')), ' again'],
  'agent.removed': (payload) => ['removed the agent ', strong(wordOf(payload, 'name'))],
  'dispatch.started': (payload) => [
    `began to start agents${wordOf(payload, 'after') === 'kill' ? ', after a server was killed' : ''}`,
  ],
  'dispatch.stopped': plain('stopped starting agents'),
  'config.changed': configChanged,
  'dispatch.paused': (payload) => ['paused ', paused(payload), ...quote(wordOf(payload, 'reason'))],
  'dispatch.resumed': (payload) => ['resumed ', paused(payload)],
  'workspace.cleaned': (payload) => {
    const things = fieldOf(payload, 'removed');
    return ['cleaned ', it, `: ${Array.isArray(things) ? things.length : 0} old things removed`];
  },
  'user.added': plain('created this workspace as ', it),
} satisfies Readonly<Record<AppEvent['type'], Say>>;

/** An event as a sentence whose subject is who did it; a type nobody has words for keeps its own. */
export function eventWords({ type, payload }: Told): readonly EventPart[] {
  const say: Say | undefined = Reflect.get(words, type);
  return say?.(payload) ?? [`${type.replace('.', ' ').replaceAll('-', ' ')} `, it];
}

/** Every type that has words, for filters. */
export const knownEventTypes: readonly string[] = Object.keys(words);

/** What happens often and says little: each step on the way of a run or a merge. */
export const stepTypes: readonly string[] = ['run.progressed', 'run.step-reached', 'merge.step-reached'];
