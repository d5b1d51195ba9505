import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { type Line, measure, rounds } from './commands.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { cleanEnv, cw, mustBeBuilt, programs, shellEnv } from './harness/program.ts';

const goal = 1.15;

export const starts: Benchmark = {
  name: 'starts',
  title: 'Help, version and errors of usage',
  method:
    'Wall time of a whole process of `dist/cw`, as a multiple of `node -e 0`, measured as for the commands above, next to `task ready` in a workspace with one task. Help, version and usage errors should start no slower than a command that opens the database.',
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const home = join(dir.path, 'home');
    await cw(home, 'task', 'create', 'Something that somebody thought of');
    const lines = linesOn(home);
    return {
      told: `${rounds} rounds, NODE_EXTRA_CA_CERTS ${process.env.NODE_EXTRA_CA_CERTS ? 'set' : 'not set'} in the shell`,
      figures: [
        ...measure('empty environment', cleanEnv(), lines),
        ...measure("the shell's environment", shellEnv(), lines),
      ],
    };
  },
};

function linesOn(home: string): readonly Line[] {
  const line = (words: string, ends = 0): Line => ({
    ...{ what: `\`${words}\``, goal, args: words.split(' '), ends },
    home: () => home,
  });
  return [
    line('task ready'),
    line('--version'),
    line('--help'),
    line('task --help'),
    line('task create --help'),
    line('tsk', 2),
    line('task ready --limt 3', 2),
    line('task close', 2),
  ];
}
