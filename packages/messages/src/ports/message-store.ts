import type { Act } from '@cw/kernel';
import type { MailEvent } from '../contract.ts';
import type { NewMessage } from '../model/message.ts';

/** Messages, within the transaction it was made for. */
export type MessageStore = {
  insert(message: NewMessage): Promise<void>;
  /** Answers false for one that was delivered already. */
  markDelivered(id: string): Promise<boolean>;
  append(event: MailEvent, act: Act): Promise<void>;
};
