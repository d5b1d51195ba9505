import { commandsOver, type Tx } from '@cw/storage';

/** How the commands of this room are run: it has no rows, and has commands of other rooms happen in one transaction. */
export const { bind, run } = commandsOver((tx: Tx) => tx);
