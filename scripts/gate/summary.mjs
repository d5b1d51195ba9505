import { relative } from 'node:path';
import { root } from '../files.mjs';

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(9);

/**
 * Prints what came of it all; the last line is the one that CI reads.
 * @returns the exit code
 */
export function printSummary(outcome) {
  const { lines, failed } = summaryOf(outcome);
  console.log(lines.join('\n'));
  return failed === 0 ? 0 : 1;
}

/**
 * @param outcome `stages` that were run, `reruns` of tests that failed, `ms` in all
 * @returns the summary as lines, and the number of failures
 */
export function summaryOf({ stages, reruns, ms }) {
  const flaky = reruns.filter(({ passed }) => passed);
  const failures = stages.flatMap((stage) => failuresOf(stage, flaky));
  const passed = stages.reduce(
    (sum, { state, tests }) => sum + (tests?.passed ?? Number(state === 'ok')),
    flaky.length,
  );
  return {
    failed: failures.length,
    lines: [
      '',
      '== summary',
      ...stages.map(
        ({ name, ms: took, state }) => `${name.padEnd(12)}${seconds(took)}${remarks[state] ?? `  ${state}`}`,
      ),
      `${'in all'.padEnd(12)}${seconds(ms)}`,
      ...slowest(stages),
      ...(flaky.length > 0 ? shout(flaky) : []),
      ...failures.map((failure) => `\n${failure}`),
      '',
      `${passed} passed, ${failures.length} failed`,
    ],
  };
}

/** What is said of a stage beside its time; of the others, how they ended. */
const remarks = { ok: '', again: '  failed tests were run again' };

/** What of a stage failed and did not pass when it was run again, with what to do. */
function failuresOf({ name: stage, state, fix, tests }, flaky) {
  if (state === 'ok' || state === 'stopped') return [];
  const passedSince = ({ file, name }) => flaky.some((test) => test.file === file && test.name === name);
  const failed = (tests?.failed ?? []).filter((test) => !passedSince(test));
  if (failed.length === 0 && state === 'again') return [];
  if (failed.length === 0) return [`${stage} failed. ${fix}`];
  return failed.map(({ file, name }) => `${stage} failed: ${file}${name ? ` > ${name}` : ''}\n  ${fix}`);
}

function slowest(stages) {
  const files = stages.flatMap(({ tests }) => tests?.files ?? []).sort((a, b) => b.ms - a.ms);
  if (files.length === 0) return [];
  return ['', 'slowest files', ...files.slice(0, 10).map(({ file, ms }) => `${seconds(ms)}  ${file}`)];
}

function shout(flaky) {
  return [
    '',
    '!!! FLAKY: failed beside others, passed alone. Mend each at its cause, in the test or in the product,',
    '!!! or list it in docs/flaky.md until that is done.',
    ...flaky.flatMap(({ file, name, said, kept }) => [
      `!!! ${file}${name ? ` > ${name}` : ''}`,
      `!!!   ${said.split('\n')[0]}`,
      `!!!   what was said both times: ${relative(root, kept)}/`,
    ]),
  ];
}
