import { beadsLine } from '../beads/beads-line.ts';
import { csvHeader, csvRow } from '../csv/csv-text.ts';
import { jsonRecord } from '../json/json-record.ts';
import { type WriteFormat, writeFormats } from '../record/file-formats.ts';
import type { TaskRecord } from '../record/task-record.ts';

/** The format that the ending of a file's name stands for. */
export function formatOfEnding(name: string): WriteFormat {
  const [, ending = ''] = /\.(csv|json)$/i.exec(name) ?? [];
  return writeFormats.find((format) => format === ending.toLowerCase()) ?? 'beads';
}

/** Records as the text of a file, in pieces. */
export async function* writeRecords(format: WriteFormat, records: AsyncIterable<TaskRecord>): AsyncGenerator<string> {
  if (format === 'csv') {
    yield csvHeader();
    for await (const record of records) yield csvRow(record);
  } else if (format === 'json') {
    let before = '[\n';
    for await (const record of records) {
      yield `${before}${jsonRecord(record)}`;
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  } else for await (const record of records) yield `${beadsLine(record)}\n`;
}
