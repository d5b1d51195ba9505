import { describe, expect, test } from 'vitest';
import { type EventPart, eventWords } from './event-words.ts';

function flat(parts: readonly EventPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'thing') return `${part.lead ?? ''}THING`;
      if (part.kind === 'ref') return `${part.lead ?? ''}${part.id}`;
      if (part.kind === 'change') return `${part.before} → ${part.after}`;
      return part.kind === 'quote' ? `: ${part.text}` : part.text;
    })
    .join('');
}

describe('events in words', () => {
  test.each<readonly [string, unknown, string]>([
    ['task.updated', { before: { priority: 'P2' }, after: { priority: 'P1' } }, 'changed priority P2 → P1 of THING'],
    [
      'task.updated',
      { before: { description: 'a', labels: ['x'] }, after: { description: 'b', labels: [] } },
      'changed description and labels x → nothing of THING',
    ],
    [
      'task.updated',
      { before: { parentId: 'tk_a' }, after: { parentId: null } },
      'changed parent tk_a → nothing of THING',
    ],
    ['task.closed', { after: { outcome: 'failed', closeReason: 'no way' } }, 'closed THING as failed: no way'],
    ['task.checkpointed', { sequence: 3, type: 'handoff' }, 'set checkpoint 3 (handoff) on THING'],
    [
      'task.replanned',
      { reason: 'too big', replaced: ['a'], kept: [], created: ['b', 'c'] },
      'replanned the work below THING (1 replaced, 0 kept, 2 new): too big',
    ],
    ['task.plan-set', { before: { plan: null }, after: { plan: { goal: 'x' } } }, 'wrote the plan of THING'],
    [
      'task.plan-set',
      { before: { plan: { goal: 'x', steps: [] } }, after: { plan: { goal: 'x', steps: ['a'] } } },
      'changed the plan (steps) of THING',
    ],
    ['task.dependency-added', { type: 'blocks', onId: 'tk_b' }, 'made THING wait for tk_b'],
    [
      'task.dependency-added',
      { type: 'waits-for', onId: 'tk_b', gate: 'any' },
      'made THING wait for any child of tk_b',
    ],
    ['task.dependency-removed', { type: 'related', onId: 'tk_b' }, 'unlinked THING from tk_b'],
    ['config.changed', { scopeId: 'pr_a', before: null, after: '2' }, 'set THING to 2 for pr_a'],
    ['project.changed', { name: { before: 'a', after: 'b' } }, 'changed name a → b of THING'],
    ['task.taken-over', null, 'task taken over THING'],
  ])('%s: %j', (type, payload, said) => {
    expect(flat(eventWords({ type, payload }))).toBe(said);
  });
});
