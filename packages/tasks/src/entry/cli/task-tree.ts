import { type CliAnswer, type CliContext, cut, moreNote, plainLine, type Style } from '@cw/entry';
import { ok } from '@cw/kernel';
import type { ListInput } from '../../queries/list-tasks.ts';
import { listTaskTree, type TaskNode } from '../../queries/task-tree.ts';
import { refuse } from '../refusals.ts';
import { paintPriority, paintState } from './task-words.ts';

/** `cw task list --tree`. */
export async function taskTree(wanted: ListInput, context: CliContext): Promise<CliAnswer> {
  const page = await listTaskTree(context.workspace.storage.read, wanted);
  if (!page.ok) return refuse(page);
  const { items } = page.value;
  return ok({
    data: page.value,
    ids: items.flatMap(idsIn),
    text: (style) => {
      if (items.length === 0) return 'No tasks match these filters.';
      return items.flatMap((node) => nodeLines(node, { style, width: context.width })).join('\n');
    },
    note: moreNote(page.value, ' trees'),
  });
}

function idsIn({ id, children }: TaskNode): readonly string[] {
  return [id, ...children.flatMap(idsIn)];
}

type Look = { readonly style: Style; readonly width: number };

function nodeLines(node: TaskNode, look: Look): readonly string[] {
  return [nodeLine(node, look, 0), ...childLines(node, look, '')];
}

/** What is below a task, as the branches of a tree. */
export function childLines({ children }: Pick<TaskNode, 'children'>, look: Look, indent: string): readonly string[] {
  return children.flatMap((child, index) => {
    const isLast = index === children.length - 1;
    const line = look.style.dim(`${indent}${isLast ? '└─ ' : '├─ '}`) + nodeLine(child, look, indent.length + 3);
    return [line, ...childLines(child, look, `${indent}${isLast ? '   ' : '│  '}`)];
  });
}

function nodeLine({ id, title, priority, state }: TaskNode, { style, width }: Look, indent: number): string {
  const room = Math.max(20, width - indent - id.length - state.length - 8);
  const painted = [
    style.cyan(id),
    paintPriority(priority, style),
    cut(plainLine(title), room),
    paintState(state, style),
  ];
  return painted.join('  ');
}
