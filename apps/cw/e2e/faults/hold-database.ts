import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repositoryRoot } from '../harness/program.ts';

type Holder = AsyncDisposable & {
  readonly pid: number;
  readonly release: () => Promise<void>;
  /** Stops it in the middle, as Ctrl-Z does, and lets it go on. */
  readonly suspend: () => void;
  readonly resume: () => void;
};

/** Another program, such as a forgotten sqlite3 shell, that has begun to write and does not end. */
export async function holdDatabase(home: string, pragma = ''): Promise<Holder> {
  const addon = createRequire(join(repositoryRoot, 'packages/storage/package.json')).resolve('better-sqlite3');
  const script = `const db = new (require(${JSON.stringify(addon)}))(${JSON.stringify(join(home, 'cw.db'))});
    ${pragma} db.exec('BEGIN IMMEDIATE; CREATE TABLE beside (n)'); console.log('held');
    process.stdin.on('end', () => { db.exec('ROLLBACK'); db.close(); }).resume();`;
  const child: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('no output');
  await once(child.stdout, 'data');
  const release = async () => {
    child.stdin?.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    pid: child.pid ?? 0,
    release,
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await release();
    },
  };
}
