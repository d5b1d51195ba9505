import { err } from '@cw/kernel';
import type { Transact, Tx } from './ports/tx.ts';

/** What one write transaction does over a store: all of it, or nothing where it answers a refusal. */
export type StoreTransact<Store> = <T>(work: (store: Store) => Promise<T>) => Promise<T>;

/** Something that a room does over its own rows inside one write transaction: the store, what is asked for, who acts. */
type Command<Store> = (store: Store, ...asked: never[]) => Promise<unknown>;

type Commands<Store> = Readonly<Record<string, Command<Store>>>;

/** The same commands with their store given. */
type Bound<Named> = {
  readonly [Name in keyof Named]: Named[Name] extends (store: never, ...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Answer
    : never;
};

type Writable = { readonly storage: { readonly transact: Transact } };

/** How the commands of a room that has this store are run, one or all of them. */
export function commandsOver<Store>(storeOf: (tx: Tx) => Store) {
  const over = ({ storage }: Writable): StoreTransact<Store> => {
    return (work) => storage.transact((tx) => work(storeOf(tx)));
  };
  return {
    /** Transactions over the store, for a command that prepares something slow before its own. */
    transact: over,
    /** One command in a transaction of its own: for doors that load no other. */
    run: <Asked extends readonly unknown[], T>(
      workspace: Writable,
      command: (store: Store, ...asked: Asked) => Promise<T>,
      ...asked: Asked
    ): Promise<T> => over(workspace)((store) => command(store, ...asked)),
    /** The same with nothing kept: what is answered tells what would have become of it. */
    rehearse: <Asked extends readonly unknown[], T>(
      workspace: Writable,
      command: (store: Store, ...asked: Asked) => Promise<T>,
      ...asked: Asked
    ): Promise<T> => rehearsing(over(workspace))((store) => command(store, ...asked)),
    /** All of them, each call in a transaction of its own. */
    bind: <Named extends Commands<Store>>(workspace: Writable, commands: Named): Bound<Named> =>
      bound<Store, Named>(commands, over(workspace)),
    /** All of them inside a transaction that the caller holds. */
    within: <Named extends Commands<Store>>(tx: Tx, commands: Named): Bound<Named> => {
      const store = storeOf(tx);
      return bound<Store, Named>(commands, (work) => work(store));
    },
  };
}

/** Functions with what all of them take first given: queries what they read, commands that prepare something what that takes. */
export function boundTo<First, Named extends Commands<First>>(first: First, functions: Named): Bound<Named> {
  return bound<First, Named>(functions, (call) => call(first));
}

function bound<Store, Named extends Commands<Store>>(commands: Named, transact: StoreTransact<Store>): Bound<Named> {
  const entries = Object.entries<Command<Store>>(commands).map(([name, command]) => [
    name,
    (...asked: never[]) => transact((store) => command(store, ...asked)),
  ]);
  return Object.fromEntries(entries) as Bound<Named>;
}

/**
 * The same transactions with everything done in them and nothing kept: what is answered tells what would have become of
 * it, and they are rolled back.
 */
export function rehearsing<Store>(transact: StoreTransact<Store>): StoreTransact<Store> {
  return async (work) => {
    const answers: Awaited<ReturnType<typeof work>>[] = [];
    await transact(async (store) => {
      answers.push(await work(store));
      return err({ kind: 'rehearsed' });
    });
    const [answer] = answers;
    if (answer === undefined) throw new Error('a rehearsal ended without an answer');
    return answer;
  };
}
