import { writeSync } from 'node:fs';
import { harmless } from './output.ts';

const control = '\u001b[';
const [enter, leave] = [`${control}?1049h${control}?25l`, `${control}?25h${control}?1049l`];

/** A terminal that shows one text after the other in its place. */
export type Screen = Disposable & {
  /** Shows as much of a text as there is room for. */
  show(text: string): void;
};

/** Takes the whole terminal until it is disposed of, or the process ends: then all is as it was before. */
export function openScreen(): Screen {
  const restore = () => void writeSync(1, leave);
  process.once('exit', restore);
  writeSync(1, enter);
  return {
    show: (text) => {
      const rows = harmless(text, 1)
        .split('\n')
        .slice(0, process.stdout.rows || 24);
      writeSync(1, `${control}H${rows.map((row) => `${row}${control}K`).join('\r\n')}${control}J`);
    },
    [Symbol.dispose]: () => {
      process.off('exit', restore);
      restore();
    },
  };
}
