import type { Act, Finding, Instant } from '@cw/kernel';
import type { ReadDb } from './read-db.ts';
import type { Transact } from './tx.ts';

/** A workspace as checks see it: nothing in it can be changed from here. */
export type Scene = {
  readonly home: string;
  readonly read: ReadDb;
  readonly now: Instant;
  /** True while a server works on this workspace: what is under way is its business. */
  readonly served: boolean;
  /** True when a full-text index holds just the words of the rows it is made from. */
  searchIndexAgrees(index: string): boolean;
};

/** Looks at one side of a workspace whose schema is this program's, and tells what is wrong with it. */
export type Check = (scene: Scene) => Promise<readonly Finding[]>;

/** Mends what a finding names, without touching anybody's work. */
export type Repair = {
  readonly name: string;
  /** What it will do, told before it is done: `count anew what …`. */
  readonly about: string;
  /** @returns how many things it changed. Repeating it changes nothing more. */
  run(at: { readonly home: string; readonly transact: Transact; readonly act: Act }): Promise<number>;
};
