import { formatMoment } from './format.ts';

const machineTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z\b/g;

/** A sentence of the server with its times by this browser's clock. */
export function withLocalTimes(sentence: string): string {
  return sentence.replace(machineTime, (time) => formatMoment(Date.parse(time), Date.now()));
}
