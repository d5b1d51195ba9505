import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { committing, writeProgram } from '../harness/project.ts';
import { startServer } from '../harness/server.ts';
import { again, expectHeld, expectMerged, once, openBench, work } from './bench.ts';

/** For the server and all it starts no file may grow beyond this: the system refuses more, as a full disk would. */
const kilobytes = 16_384;

test('an agent that fills the disk: what it had written is kept, and it goes on once there is room', async () => {
  await using bench = await openBench();
  const { cw } = bench;
  await bench.server().stop();
  const limited = `#!/bin/bash\nulimit -f ${kilobytes}\nexec '${program()}' "$@"\n`;
  await using server = await startServer({
    ...{ home: cw.home, env: cw.env },
    program: await writeProgram(join(cw.userHome, 'limited'), limited),
  });
  const fill = `head -c ${kilobytes * 2048} /dev/zero > big.bin || { echo "no room for big.bin"; exit 1; }`;
  const held = await work(
    bench,
    'Fills the disk',
    once('fills', `${committing('before.txt')}\necho left > left.txt\n${fill}`),
  );
  expectHeld(held, /exit code 1.*no room for big\.bin/s);
  const branch = `refs/heads/${held.run.branch}`;
  expect(await bench.git('ls-tree', '--name-only', branch)).toMatch(/before\.txt\nleft\.txt/);
  expect(await bench.git('ls-tree', '--name-only', `refs/cw/rescue/${held.run.id}`)).toContain('big.bin');

  const talked = await work(bench, 'Fills the disk by talking', `head -c ${kilobytes * 2048} /dev/zero | tr '\\0' x`);
  expectHeld(talked, /ended with exit code \d+/);
  expect((await server.stop()).code).toBe(0);

  await bench.serve();
  expect((await again(bench, held)).task).toMatchObject({ status: 'closed', outcome: 'done' });
  expectMerged(await work(bench, 'With room again', committing('room.txt')));
});
