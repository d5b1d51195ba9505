import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawCall, rawCalls } from './raw-calls.ts';

/** System calls that are tried, and what the kernel has to answer: an exact error is the filter's own. */
export type TriedCall = RawCall & { readonly wall: string; readonly holds: (answer: number) => boolean };

export type Tried = {
  /** What is run inside. */
  readonly argv: readonly string[];
  /** The first wall that gave way, by what was printed; undefined: all hold. */
  readonly judge: (output: Buffer) => string | undefined;
};

export type Try = {
  /** Where the program lies that makes the system calls, and what else the script is given. */
  readonly folder: string;
  readonly name: string;
  /** Says a line of each wall that gave way: a word and, with a colon in between, a path. */
  readonly script: string;
  readonly args: readonly string[];
  /** What the words mean. */
  readonly gaveWay: Readonly<Record<string, string>>;
  /** Undefined: this processor has another way to make them. */
  readonly calls: readonly TriedCall[] | undefined;
};

/** Becomes the program that makes system calls, where that is there and may be run. */
const thenCalls = `
echo end
[ -e "$0" ] || exit 0
[ -x "$0" ] && exec "$0"
cat "$0" >/tmp/calls && chmod 700 /tmp/calls && exec /tmp/calls
`;

/** Puts together what is run inside, and how it is read what came of it. */
export async function prepareTry({ folder, name, script, args, gaveWay, calls }: Try): Promise<Tried> {
  const file = join(folder, name);
  const { program, results } = rawCalls(calls ?? []);
  if (calls !== undefined) await writeFile(file, program, { mode: 0o700 });
  return {
    argv: ['/bin/sh', '-c', `PATH=/usr/bin:/bin:$PATH; exec 2>/dev/null\n${script}${thenCalls}`, file, ...args],
    judge: (output) => {
      const end = output.indexOf('end\n');
      const said = output.toString('utf8', 0, Math.max(end, 0));
      if (end < 0) return 'the test in it did not finish';
      if (said !== '') return inWords(said.trim().split('\n'), gaveWay);
      const answered = output.subarray(end + 4);
      if (calls === undefined) return undefined;
      if (answered.length === 0) return 'the program that tests system calls could not be run in it';
      const answers = results(answered);
      return calls.find(({ holds }, index) => !holds(answers[index] ?? 0))?.wall;
    },
  };
}

function inWords(lines: readonly string[], gaveWay: Try['gaveWay']): string {
  const [word = '', path] = (lines[0] ?? '').split(': ');
  const same = lines.filter((line) => line.split(': ')[0] === word).length;
  const more = same > 1 ? `, and ${same - 1} more` : '';
  return `${gaveWay[word] ?? word}${path === undefined ? '' : ` (${path}${more})`}`;
}
