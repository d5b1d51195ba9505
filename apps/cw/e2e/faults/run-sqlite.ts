import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repositoryRoot } from '../harness/program.ts';

/** Runs statements on a database in a process of its own, as another program would. Answers the rows of the last one. */
export function runSqlite(path: string, ...statements: readonly string[]): unknown {
  const addon = createRequire(join(repositoryRoot, 'packages/storage/package.json')).resolve('better-sqlite3');
  const script = `const db = new (require(${JSON.stringify(addon)}))(${JSON.stringify(path)});
    let rows = [];
    for (const sql of ${JSON.stringify(statements)}) {
      const statement = db.prepare(sql);
      rows = statement.reader ? statement.all() : (statement.run(), []);
    }
    console.log(JSON.stringify(rows)); db.close();`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}
