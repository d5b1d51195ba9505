import type { ReadDb } from '@cw/storage';
import type { MailView } from '../model/mail.ts';
import { type IsWalled, mayRead, type PlacedRun } from '../model/mail-reach.ts';
import { isUnread, mailSelect, type RawMessage, toMailView } from './find-mail.ts';
import { placedRun } from './placed-runs.ts';

/** A run with how it is known which runs are kept in a sandbox. */
export type Reader = { readonly run: PlacedRun; readonly isWalled: IsWalled };

/** SQL for what is for a run, its agent or its role. */
const toRun = `((m.recipient_kind = 'run' AND m.recipient_id = ?) OR (m.recipient_kind = 'agent' AND m.recipient_id = ?)
  OR (m.recipient_kind = 'role' AND m.recipient_id = ?))`;

/**
 * What a run may be given and nobody has read, the most urgent first, the longest waiting first among those. What it may
 * not be given takes no room from the rest, and stays for whom it is.
 */
export async function unreadOfRun(db: ReadDb, reader: Reader, most: number): Promise<readonly MailView[]> {
  const { id, agentId, role } = reader.run;
  const waiting = await db.all<{ id: string; senderKind: string; senderId: string }>(
    `SELECT m.id, m.sender_kind AS senderKind, m.sender_id AS senderId FROM messages m
     WHERE ${toRun} AND ${isUnread} ORDER BY m.priority, m.n`,
    [id, agentId ?? '', role],
  );
  const known = new Map<string, boolean>();
  const given: MailView[] = [];
  for (const message of waiting) {
    const sender = `${message.senderKind}:${message.senderId}`;
    const may = known.get(sender) ?? (await mayBeGiven(db, message, reader));
    known.set(sender, may);
    const raw = may ? await db.get<RawMessage>(`${mailSelect} WHERE m.id = ?`, [message.id]) : undefined;
    if (raw) given.push(toMailView(raw));
    if (given.length === most) break;
  }
  return given;
}

/** Whether a run may see a message: one that it sent, or may be given. */
export async function mayShow(db: ReadDb, { sender, recipient }: MailView, reader: Reader): Promise<boolean> {
  const { id, agentId, role } = reader.run;
  if (sender.kind === 'run' && sender.id === id) return true;
  const own = { run: id, agent: agentId, role, person: null }[recipient.kind];
  return own === recipient.id && mayBeGiven(db, { senderKind: sender.kind, senderId: sender.id }, reader);
}

/** People and cw itself reach every run; of whom it is not known from where they write, nothing is given. */
async function mayBeGiven(
  db: ReadDb,
  { senderKind, senderId }: { readonly senderKind: string; readonly senderId: string },
  { run, isWalled }: Reader,
): Promise<boolean> {
  if (senderKind === 'person' || senderKind === 'system') return true;
  const sender = senderKind === 'run' ? await placedRun(db, senderId) : undefined;
  return sender !== undefined && mayRead(isWalled, run, sender);
}
