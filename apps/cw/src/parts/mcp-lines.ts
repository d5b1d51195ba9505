import { Transform, type Writable } from 'node:stream';

/** A message may be so many bytes; what tools take is far shorter. */
export const longestMessage = 16 * 1024 * 1024;

/** Of a line that is too long so many bytes are kept at either end. */
const ends = 4_096;

/**
 * What comes in, in whole lines: the SDK looks through all it has at every piece of a line, which takes long for a long
 * one. A line that is too long or no message is answered with an error and passed over, so that the connection goes on.
 */
export function wholeLines(output: Writable): Transform {
  let pending: Buffer[] = [];
  let size = 0;
  let last = Buffer.alloc(0);
  const answer = (message: object) => output.write(`${JSON.stringify(message)}\n`);
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= longestMessage || pending.length === 0) pending.push(part);
    else last = Buffer.concat([last, part]).subarray(-ends);
  };
  const take = (): Buffer | undefined => {
    const [line, isTooLong] = [Buffer.concat(pending), size > longestMessage];
    pending = [];
    size = 0;
    if (!isTooLong) return line;
    answer(tooLong(line.subarray(0, ends), Buffer.concat([line.subarray(-ends), last])));
    return undefined;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, at + 1));
        const line = take();
        const wrong = line && wrongWith(line);
        if (wrong) answer(wrong);
        else if (line) this.push(line);
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
      done();
    },
    flush: (done) => done(null, pending.length > 0 ? take() : undefined),
  });
}

/** The answer to a line that is no message, which the SDK would pass over without a word. An empty line is not one. */
function wrongWith(line: Buffer): object | undefined {
  const text = line.toString();
  if (text.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return failure(null, -32700, 'This line is not JSON; nothing was done. Send one JSON-RPC message per line.');
  }
  if (isMessage(message)) return undefined;
  const id: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'id') : null;
  const told = 'This is not a JSON-RPC 2.0 message; nothing was done.';
  return failure(typeof id === 'string' || typeof id === 'number' ? id : null, -32600, told);
}

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const isAnswer = 'result' in value || 'error' in value;
  return Reflect.get(value, 'jsonrpc') === '2.0' && (isAnswer || typeof Reflect.get(value, 'method') === 'string');
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** The answer to a message of which only both ends were kept: its id stands before or behind what it says. */
function tooLong(first: Buffer, last: Buffer): object {
  const before = /^\s*\{[^{}]*?"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/.exec(first.toString('latin1'))?.[1];
  const behind = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*(?:,[^{}]*)?\}\s*$/.exec(last.toString('latin1'))?.[1];
  const message = `The message is longer than ${longestMessage} bytes; nothing was done. Send a smaller message.`;
  return failure(JSON.parse(before ?? behind ?? 'null'), -32600, message);
}
