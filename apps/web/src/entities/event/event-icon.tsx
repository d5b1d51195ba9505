import {
  ArrowRight,
  Bot,
  Check,
  CirclePause,
  CirclePlus,
  CircleUser,
  Clock,
  FilePlus,
  Flag,
  FolderGit2,
  GitMerge,
  Inbox,
  KeyRound,
  Link2,
  MessageSquare,
  Pencil,
  Play,
  RotateCcw,
  ScrollText,
  Settings2,
  Square,
  Terminal,
  Trash2,
  TriangleAlert,
  Undo2,
} from '@cw/ui/icons';
import type { ReactNode } from 'react';

const byType: Readonly<Record<string, ReactNode>> = {
  'task.created': <CirclePlus />,
  'task.imported': <FilePlus />,
  'task.updated': <Pencil />,
  'task.claimed': <Play />,
  'task.released': <Undo2 />,
  'task.assigned': <Play />,
  'task.closed': <Check />,
  'task.reopened': <RotateCcw />,
  'task.blocked': <TriangleAlert />,
  'task.rested': <Clock />,
  'task.commented': <MessageSquare />,
  'task.checkpointed': <Flag />,
  'task.progressed': <Flag />,
  'task.plan-set': <ScrollText />,
  'task.plan-approved': <Check />,
  'task.gate-approved': <Check />,
  'task.replanned': <ScrollText />,
  'task.artifact-added': <FilePlus />,
  'task.dependency-added': <Link2 />,
  'task.dependency-removed': <Link2 />,
  'task.stage-changed': <ArrowRight />,
  'task.deleted': <Trash2 />,
  'task.restored': <Undo2 />,
  'task.follow-up-proposed': <CirclePlus />,
  'dispatch.started': <Play />,
  'run.stalled': <TriangleAlert />,
  'run.stop-requested': <Square />,
  'run.retry-asked': <RotateCcw />,
  'account.rested': <Clock />,
};

const byNoun: Readonly<Record<string, ReactNode>> = {
  agent: <Bot />,
  dispatch: <CirclePause />,
  inbox: <Inbox />,
  message: <MessageSquare />,
  run: <Terminal />,
  merge: <GitMerge />,
  project: <FolderGit2 />,
  account: <KeyRound />,
  config: <Settings2 />,
  user: <CircleUser />,
};

/** The icon of a kind of event, 14 px, for the eye only. */
export function EventIcon({ type }: { readonly type: string }) {
  return (
    <span aria-hidden="true" className="shrink-0 text-fg-mute [&_svg]:size-3.5">
      {byType[type] ?? byNoun[type.slice(0, type.indexOf('.'))] ?? <Clock />}
    </span>
  );
}
