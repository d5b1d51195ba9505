import type { Act } from '@cw/kernel';
import type { NewMessage } from '../model/message.ts';

/** Messages, within the transaction it was made for. */
export type MessageStore = {
  insert(message: NewMessage): Promise<void>;
  /** Answers false for one that was delivered already. */
  markDelivered(id: string): Promise<boolean>;
  append(event: { readonly type: string; readonly entity: string; readonly payload: object }, act: Act): Promise<void>;
};
