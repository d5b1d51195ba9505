import { type CliAnswer, type CliContext, type CliInput, cut, plainLine, type Style } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import { dependencyTree, type TreeNode } from '../../queries/dependency-tree.ts';
import { findDependencyCycles } from '../../queries/find-dependency-cycles.ts';
import { findTask } from '../../queries/find-task.ts';
import { taskRows } from '../../queries/list-tasks.ts';
import { refuse } from '../refusals.ts';
import { paintState } from './task-words.ts';

const defaultDepth = 10;
const mostDepth = 100;

/** `cw task dep tree`. */
export async function taskDepTree(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const id = await findTask(read, input.argument('task'));
  if (!id.ok) return refuse(id);
  const depth = readDepth(input.option('depth'));
  if (!depth.ok) return refuse(depth);
  const wanted = input.option('direction') ?? 'down';
  const grow = (direction: 'down' | 'up') => dependencyTree(read, { id: id.value, direction, depth: depth.value });
  const down = wanted === 'up' ? null : ((await grow('down')) ?? null);
  const up = wanted === 'down' ? null : ((await grow('up')) ?? null);
  return ok({
    data: { id: id.value, down, up },
    ids: [...new Set([down, up].flatMap((tree) => (tree ? idsOf(tree) : [])))],
    text: (style) =>
      [
        ...(down ? ['Waits for', ...treeLines(down, { style, width: context.width })] : []),
        ...(up ? ['Is waited for by', ...treeLines(up, { style, width: context.width })] : []),
      ].join('\n'),
  });
}

function readDepth(text: string | undefined): Result<number, TaskFailure> {
  if (text === undefined) return ok(defaultDepth);
  const depth = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (depth >= 1 && depth <= mostDepth) return ok(depth);
  return err({ kind: 'list.bad-filter', filter: 'depth', text, known: [`1 to ${mostDepth}`] });
}

function idsOf(node: TreeNode): readonly string[] {
  return [node.id, ...node.below.flatMap(idsOf)];
}

type Look = { readonly style: Style; readonly width: number };

/** A task with what hangs below it, a line each. */
function treeLines(node: TreeNode, look: Look, before = '', after = ''): readonly string[] {
  const { style, width } = look;
  const room = Math.max(20, width - before.length - node.id.length - 30);
  const kind = node.type === null || node.type === 'blocks' ? '' : style.dim(`(${kindOf(node)}) `);
  const note = node.repeated
    ? style.dim('  (shown above)')
    : node.hidden > 0
      ? style.dim(`  (+${node.hidden} below)`)
      : '';
  const title = cut(plainLine(node.title), room);
  const own = `${before}${kind}${style.cyan(node.id)}  ${title}  ${paintState(node.state, style)}${note}`;
  const below = node.below.flatMap((child, index) => {
    const last = index === node.below.length - 1;
    return treeLines(child, look, `${after}${last ? '└─ ' : '├─ '}`, `${after}${last ? '   ' : '│  '}`);
  });
  return [own, ...below];
}

function kindOf({ type, gate }: TreeNode): string {
  if (type === 'waits-for') return `${gate === 'any' ? 'any child' : 'children'} of`;
  return type === 'parent-child' ? 'part' : (type ?? '');
}

/** `cw task dep cycles`. */
export async function taskDepCycles(_input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const paths = await findDependencyCycles(read);
  const rows = await taskRows(read, [...new Set(paths.flat())]);
  const name = (id: string) => `${id} (${plainLine(rows.get(id)?.title ?? '')})`;
  return ok({
    data: { items: paths.map((path) => ({ path })), total: paths.length, nextCursor: null },
    ids: [...new Set(paths.flat())],
    text: () =>
      paths.length === 0
        ? 'No dependency cycles.'
        : [
            ...paths.map((path) => path.map(name).join(' → ')),
            'Remove one of these dependencies: cw task dep remove <task> --needs <task>.',
          ].join('\n'),
  });
}
