import { Fault } from '@cw/kernel';
import { newestGoodBackup } from './good-backup.ts';

/**
 * What is said wherever a database turns out to be damaged or to be none: which, why, and the newest backup that is whole.
 * @param why ends the sentence "<path> is not a database that cw can read: …"
 * @param first what has to be done before a backup can be put back, as a sentence
 */
export function unreadableDatabase(path: string, why: string, cause?: unknown, first?: string): Fault {
  const backup = newestGoodBackup(path);
  const way =
    backup === undefined
      ? 'No good backup lies in its workspace; put back one from elsewhere with cw backup restore <file>,'
      : `Put back the newest good backup with cw backup restore ${backup},`;
  return new Fault({
    code: 'storage.unreadable',
    message: `${path} is not a database that cw can read: ${why}. It was left as it is.`,
    hint: `${first === undefined ? '' : `${first} `}${way} which keeps the present file (stop the server first), or choose another workspace with --home. cw doctor says more.`,
    cause,
    kind: 'unavailable',
  });
}
