import { createInterface } from 'node:readline';

/** A line that a person types behind a question on standard error; empty where the input ends or they interrupt. */
export function askLine(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    reader.once('close', () => resolve(''));
    reader.question(question, (line) => {
      resolve(line);
      reader.close();
    });
  });
}
