import type { Style } from '@cw/entry';
import type { ReadDb } from '@cw/storage';
import type { CheckpointView, CommentView, HistoryEntry } from '../../model/task-view.ts';
import { listCheckpoints } from '../../queries/task-checkpoints.ts';
import { taskComments, taskHistory } from '../../queries/task-story.ts';
import { type TaskNode, treeBelow } from '../../queries/task-tree.ts';
import { entryLines } from './task-history.ts';
import { childLines } from './task-tree.ts';

export type Part = 'comments' | 'history' | 'children' | 'checkpoints';

/** What was asked for of a task besides itself. */
export type More = {
  readonly data: {
    readonly comments?: readonly CommentView[];
    readonly history?: readonly HistoryEntry[];
    readonly children?: readonly TaskNode[];
    readonly checkpoints?: readonly CheckpointView[];
  };
  /** What of it has a section of its own. */
  readonly lines: (style: Style, width: number) => readonly string[];
};

/** Reads the parts of a task, by its whole id, that were asked for. */
export async function readMore(db: ReadDb, id: string, parts: readonly Part[]): Promise<More> {
  const data: More['data'] = {
    ...(parts.includes('comments') ? { comments: (await taskComments(db, id)).items } : {}),
    ...(parts.includes('history') ? { history: (await taskHistory(db, id)).items } : {}),
    ...(parts.includes('children') ? { children: await treeBelow(db, id) } : {}),
    ...(parts.includes('checkpoints') ? { checkpoints: (await listCheckpoints(db, { taskId: id })).items } : {}),
  };
  return { data, lines: (style, width) => [...below(data, style, width), ...history(data, style, width)] };
}

function below({ children = [] }: More['data'], style: Style, width: number): readonly string[] {
  if (children.length === 0) return [];
  return ['', style.bold('All below it'), ...childLines({ children }, { style, width }, '')];
}

function history({ history: entries = [] }: More['data'], style: Style, width: number): readonly string[] {
  if (entries.length === 0) return [];
  return ['', style.bold('History'), ...entries.map((entry) => entryLines(entry, style, width))];
}
