// Options for the fields that most tasks leave empty, shared by the commands that write them.
import type { CliOption } from '@cw/entry';
import { type DetailField, detailFields } from '../../model/task-fields.ts';

/** What the help calls the value of an option; a yes or no has none. */
const valueName = ({ kind, word, value }: DetailField): string | undefined => {
  if (value !== undefined || kind === 'flag') return value;
  if (kind === 'word' || kind === 'choice') return `<${word}>`;
  const usual = { minutes: '<time>', date: '<date>', list: '<words>', object: '<json>', shell: '<command>' } as const;
  return kind in usual ? usual[kind as keyof typeof usual] : '<text>';
};

function optionsOf(row: DetailField): readonly CliOption[] {
  const { kind, word, short, help } = row;
  const value = valueName(row);
  const option: CliOption = {
    name: word,
    ...(short === undefined ? {} : { short }),
    ...(value === undefined ? {} : { value }),
    ...(kind === 'list' ? { repeatable: true } : {}),
    description: help,
  };
  if (kind === 'text') {
    const fromFile = `read the ${word} from a file, or from standard input with -`;
    return [option, { name: `${word}-file`, value: '<path>', description: fromFile }];
  }
  if (kind !== 'object') return [option];
  const oneKey = 'one key of it; the value is JSON or text';
  return [option, { name: `set-${word}`, value: '<key=value>', repeatable: true, description: oneKey }];
}

export function detailOptions(): readonly CliOption[] {
  return detailFields().flatMap(optionsOf);
}

/** What takes back a yes. */
export function withoutOptions(): readonly CliOption[] {
  return detailFields().flatMap(({ without }) =>
    without === undefined ? [] : [{ name: without.option, description: without.help }],
  );
}

/** Names under which people who come from other trackers look for the description. */
export const otherDescriptions: readonly CliOption[] = [
  { name: 'body', value: '<text>', description: 'like --description' },
  { name: 'body-file', value: '<path>', description: 'like --description-file' },
];

export const dryRun: CliOption = { name: 'dry-run', description: 'show what would be written, and write nothing' };
