import { detailFields } from './task-fields.ts';

/** What people call a field that is no detail, where that is not its name in words. */
const own: Readonly<Record<string, string>> = {
  closeReason: 'reason',
  closedAt: 'closed',
  deletedAt: 'moved to the trash',
  dispatch: 'starts',
  gateApprovedAt: 'approved',
  gateApprovedBy: 'approved by',
  leaseExpiresAt: 'claim ends',
  leaseHolder: 'held by',
  parentId: 'parent',
  planApproved: 'plan approved',
  projectId: 'project',
  proposalId: 'follow-up',
  startedAt: 'started',
  statusReason: 'reason',
  taskId: 'task',
};

/** A field as history and events tell it: by the name that the task is shown with, else in words. */
export function fieldWords(field: string): string {
  const known =
    own[field] ??
    detailFields()
      .find((row) => row.field === field)
      ?.label.toLowerCase();
  return (
    known ??
    field
      .replace(/(?:Id|At)$/, '')
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .trim()
  );
}
