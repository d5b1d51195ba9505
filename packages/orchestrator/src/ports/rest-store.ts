import type { Instant } from '@cw/kernel';
import type { AccountRest, Rest, Retry } from '../model/rest.ts';

type Account = Pick<AccountRest, 'provider' | 'accountId'>;

/** What rests and how it goes on, inside one write transaction. */
export type RestStore = {
  findRetry(taskId: string): Promise<Retry | undefined>;
  saveRetry(retry: Retry): Promise<void>;
  saveRest(rest: Rest): Promise<void>;
  /** Forgets that a task rests, but not how it goes on. */
  endRest(taskId: string): Promise<void>;
  /** Lets what waits for no time of its own go on then, of the tasks that rest because of an account. */
  endRestsOf(account: Account, at: Instant): Promise<void>;
  /** Lets what was to rest until later because of an account go on then. */
  hurryRestsOf(account: Pick<AccountRest, 'provider' | 'accountId' | 'cause'>, at: Instant): Promise<void>;
  /** What it rests for: as a whole, or for kinds of model. */
  restsOfAccount(account: Account): Promise<readonly AccountRest[]>;
  /** In the place of what it rests for likewise. */
  saveAccount(rest: AccountRest): Promise<void>;
  removeAccount(rest: AccountRest): Promise<void>;
};
