import { type DetailKind, type Details, detailsOf } from './details.ts';

/** What stands for nothing. */
const nothing: Readonly<Record<DetailKind, unknown>> = {
  text: '',
  line: null,
  word: null,
  choice: null,
  minutes: null,
  date: null,
  flag: false,
  list: [],
  object: {},
  shell: null,
};

/** Details as they are where nothing is said of them. */
export const emptyDetails = Object.fromEntries(detailsOf().map(({ field, kind }) => [field, nothing[kind]])) as Details;

/** What records tell: what is run for a task is written down only to be read by people. */
export const recordedDetails = detailsOf().filter(({ kind }) => kind !== 'shell');
