import type { CliCommand, CliInput } from '@cw/entry';

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Options that every command takes. */
export const globalOptions = [
  { name: 'json', description: 'print one JSON object, for programs' },
  { name: 'quiet', short: 'q', description: 'print ids only' },
  { name: 'no-pager', description: 'print long text at once, also on a terminal' },
  { name: 'home', value: '<path>', description: 'the workspace folder (or CW_HOME)' },
] as const;

export type Globals = {
  readonly json: boolean;
  readonly quiet: boolean;
  /** False where long text is not to be shown page by page. */
  readonly pager: boolean;
  readonly home: string | undefined;
};

/** What was typed, by the names a command gives its arguments and options. */
export function cliInput(command: CliCommand, positionals: readonly string[], values: Values): CliInput {
  const places = command.arguments ?? [];
  const one = (name: string): string | undefined => positionals[places.findIndex((place) => place.name === name)];
  return {
    argument: (name) => {
      const value = one(name);
      if (value === undefined) throw new Error(`${command.path.join(' ')} has no argument ${name}`);
      return value;
    },
    optionalArgument: one,
    argumentList: (name) => positionals.slice(places.findIndex((place) => place.name === name)),
    option: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    optionList: (name) => {
      const value = values[name];
      return typeof value === 'object' ? value : typeof value === 'string' ? [value] : [];
    },
    flag: (name) => values[name] === true,
  };
}

export function globalsOf(values: Values): Globals {
  const home = values.home;
  return {
    json: values.json === true,
    quiet: values.quiet === true,
    pager: values['no-pager'] !== true,
    home: typeof home === 'string' ? home : undefined,
  };
}
