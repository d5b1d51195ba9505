import { toast } from '@cw/ui';
import { useState } from 'react';
import { api, refusalText } from '../../data/api.ts';
import type { TaskRow, TaskState, TaskView } from '../../data/api-types.ts';
import { showAnswer } from '../../data/task-rows.ts';
import { asksWhy, type Move, moveTo, type WayBack, wayBack } from './board-moves.ts';

export type AskedMove = { readonly row: TaskRow; readonly column: TaskState; readonly move: Move };

/** A move that the tracker refused, told in the column it was meant for. */
export type RefusedMove = { readonly column: TaskState; readonly title: string; readonly says: string };

export type BoardMoves = {
  /** Where tasks are shown whose move is on its way. */
  readonly placed: ReadonlyMap<string, TaskState>;
  /** The move that waits for a reason. */
  readonly asked: AskedMove | undefined;
  readonly refused: RefusedMove | undefined;
  /** Moves a task to a column, or says there why it does not go. */
  readonly drop: (row: TaskRow, column: TaskState) => void;
  readonly answer: (reason: string) => void;
  readonly dismiss: () => void;
};

type Words = { readonly reason?: string | undefined; readonly outcome?: TaskRow['outcome'] | undefined };

function carryOut(id: string, kind: WayBack['kind'], { reason, outcome }: Words): Promise<TaskView> {
  switch (kind) {
    case 'claim':
      return api.tasks.claim.mutate({ id });
    case 'release':
      return api.tasks.release.mutate({ id });
    case 'block':
      return api.tasks.update.mutate({ id, status: 'blocked', reason });
    case 'unblock':
      return api.tasks.update.mutate({ id, status: 'open' });
    case 'reopen':
      return api.tasks.reopen.mutate({ id });
    case 'close':
      return api.tasks.close.mutate({ id, outcome: outcome ?? undefined, reason });
  }
}

/** What the way back needs of the task as it was, before it is moved. */
async function wordsBefore(row: TaskRow, back: WayBack | undefined): Promise<Words> {
  if (back?.kind === 'block') return { reason: row.statusReason ?? undefined };
  if (back?.kind !== 'close') return {};
  const { closeReason, outcome } = await api.tasks.show.query({ id: row.id });
  return { reason: closeReason ?? undefined, outcome };
}

async function goBack(task: TaskView, back: WayBack, words: Words): Promise<void> {
  try {
    showAnswer(await carryOut(task.id, back.kind, words));
  } catch (error) {
    toast({ state: 'failed', text: refusalText(error) ?? 'It could not be undone.' });
  }
}

const told: Readonly<Record<WayBack['kind'], string>> = {
  claim: 'You have taken',
  release: 'Given back',
  block: 'Blocked',
  unblock: 'Can go on:',
  reopen: 'Reopened',
  close: 'Closed',
};

async function make({ row, move }: AskedMove, reason: string | undefined): Promise<void> {
  if (move.kind === 'refused') return;
  const back = wayBack(row, move);
  const words = await wordsBefore(row, back);
  const outcome = move.kind === 'close' ? move.outcome : undefined;
  const task = await carryOut(row.id, move.kind, { reason, outcome });
  showAnswer(task);
  toast({
    state: task.state,
    text: `${told[move.kind]} “${task.title}”`,
    action: back && { label: back.label, run: () => void goBack(task, back, words) },
  });
}

/** Moves of cards: shown at once, taken back when the tracker refuses, with a toast that undoes what can be undone. */
export function useBoardMoves(): BoardMoves {
  const [placed, setPlaced] = useState<ReadonlyMap<string, TaskState>>(new Map());
  const [asked, setAsked] = useState<AskedMove>();
  const [refused, setRefused] = useState<RefusedMove>();
  const place = (id: string, column: TaskState | undefined) =>
    setPlaced((before) => {
      const next = new Map(before);
      if (column) next.set(id, column);
      else next.delete(id);
      return next;
    });
  const start = async (wanted: AskedMove, reason?: string) => {
    const { row, column } = wanted;
    place(row.id, column);
    try {
      await make(wanted, reason);
    } catch (error) {
      setRefused({ column, title: row.title, says: refusalText(error) ?? '' });
    }
    place(row.id, undefined);
  };
  return {
    placed,
    asked,
    refused,
    drop: (row, column) => {
      const move = moveTo(row, column);
      setRefused(undefined);
      if (row.state === column) return;
      if (move.kind === 'refused') setRefused({ column, title: row.title, says: move.says });
      else if (asksWhy(move)) setAsked({ row, column, move });
      else void start({ row, column, move });
    },
    answer: (reason) => {
      setAsked(undefined);
      if (asked) void start(asked, reason.trim() || undefined);
    },
    dismiss: () => {
      setAsked(undefined);
      setRefused(undefined);
    },
  };
}
