import { type Connection, openConnection } from '../driver.ts';
import { sqliteFault } from './sqlite-faults.ts';

/**
 * Opens a file whose open transaction is a lock: it is free again at once when its holder dies, however that dies.
 * @throws Fault `storage.*` where the system does not let it be made
 */
export function openLockFile(path: string): Connection {
  try {
    return openConnection(path);
  } catch (error) {
    throw sqliteFault(error, path);
  }
}
