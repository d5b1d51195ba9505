import { err, nearest, ok, type Result } from '@cw/kernel';
import { split } from 'shellwords-ts';

/** Layers a value can be set in, the more general first; a later one wins. */
export const scopes = ['workspace', 'project', 'initiative', 'task'] as const;
export type Scope = (typeof scopes)[number];

/** What a number counts, as people write it after the number. */
export type Unit = 'seconds' | 'minutes' | 'hours' | 'days' | 'MB' | 'USD';

export type SettingForm =
  | { readonly kind: 'text' | 'words' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly of: readonly string[] };

/** One setting, as the module that reads it describes it. */
export type ConfigKey<T = unknown> = {
  /** `area.name`, camelCase. */
  readonly key: string;
  /** One sentence for people. */
  readonly description: string;
  readonly fallback: T;
  /** What a value looks like: `a number from 1 to 64`. */
  readonly expects: string;
  /** Which control suits it; a choice names its values. */
  readonly form: SettingForm;
  /** Of a number that counts something. */
  readonly unit?: Unit;
  /**
   * Layers in which a value has an effect.
   * @defaultValue all
   */
  readonly scopes?: readonly Scope[];
  /** What people should know of a value wherever it is set or shown, by how it is written. */
  readonly warnings?: Readonly<Record<string, string>>;
  /** The value a text stands for, or undefined when it is none. */
  readonly parse: (text: string) => T | undefined;
  /** How the value is written, so that `parse` gives it back. */
  format(value: T): string;
};

export function textKey(key: string, description: string, fallback: string): ConfigKey<string> {
  return {
    key,
    description,
    fallback,
    expects: 'one line of text, not empty',
    form: { kind: 'text' },
    parse: (text) => (text.trim() === '' || /[\n\0]/.test(text) ? undefined : text.trim()),
    format: (value) => value,
  };
}

export function numberKey(
  key: string,
  description: string,
  range: {
    readonly fallback: number;
    readonly min: number;
    readonly max: number;
    readonly scopes?: readonly Scope[];
    /**
     * Digits after the point.
     * @defaultValue none
     */
    readonly decimals?: number;
    readonly unit?: Unit;
  },
): ConfigKey<number> {
  const { decimals = 0 } = range;
  const digits = decimals === 0 ? /^\d+$/ : new RegExp(`^\\d+(\\.\\d{1,${decimals}})?$`);
  return {
    key,
    description,
    fallback: range.fallback,
    expects: `a ${decimals === 0 ? 'whole ' : ''}number from ${range.min} to ${range.max}`,
    form: { kind: 'number', min: range.min, max: range.max },
    ...(range.unit && { unit: range.unit }),
    ...(range.scopes && { scopes: range.scopes }),
    parse: (text) => {
      const value = Number(text);
      return digits.test(text.trim()) && value >= range.min && value <= range.max ? value : undefined;
    },
    format: String,
  };
}

export function choiceKey<T extends string>(
  key: string,
  description: string,
  choices: {
    readonly fallback: T;
    readonly of: readonly T[];
    readonly scopes?: readonly Scope[];
    readonly warnings?: { readonly [value in T]?: string };
  },
): ConfigKey<T> {
  return {
    key,
    description,
    fallback: choices.fallback,
    expects: `one of ${choices.of.join(', ')}`,
    form: { kind: 'choice', of: choices.of },
    ...(choices.scopes && { scopes: choices.scopes }),
    ...(choices.warnings && { warnings: choices.warnings as Readonly<Record<string, string>> }),
    parse: (text) => choices.of.find((choice) => choice === text.trim()),
    format: (value) => value,
  };
}

/** A list of words as in a shell, separated by spaces and with quotes around one that contains spaces, or as a JSON array. */
export function wordsKey(
  key: string,
  description: string,
  fallback: readonly string[] = [],
): ConfigKey<readonly string[]> {
  return {
    key,
    description,
    fallback,
    expects: 'words separated by spaces, with quotes around a word that contains spaces, or a JSON array of strings',
    form: { kind: 'words' },
    parse: parseWords,
    format: formatWords,
  };
}

function parseWords(text: string): readonly string[] | undefined {
  if (!text.trim().startsWith('[')) return shellWords(text);
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined where a quote is not closed. */
function shellWords(text: string): readonly string[] | undefined {
  try {
    return split(text);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Unmatched quote')) return undefined;
    throw error;
  }
}

function formatWords(words: readonly string[]): string {
  if (words.some((word) => /["\\]/.test(word)) || words[0]?.startsWith('[')) return JSON.stringify(words);
  return words.map((word) => (/^[^\s']+$/.test(word) ? word : `"${word}"`)).join(' ');
}

export type ConfigFailure =
  | { readonly kind: 'config.unknown-key'; readonly key: string; readonly nearest: string | undefined }
  | {
      readonly kind: 'config.wrong-layer';
      readonly key: string;
      readonly scope: Scope;
      readonly scopes: readonly Scope[];
    }
  | { readonly kind: 'config.bad-value'; readonly key: string; readonly value: string; readonly expects: string };

export function findKey(keys: readonly ConfigKey[], key: string): Result<ConfigKey, ConfigFailure> {
  const found = keys.find((candidate) => candidate.key === key);
  if (found) return ok(found);
  const lower = key.toLowerCase();
  const begun = keys.find(
    (candidate) =>
      candidate.key.toLowerCase() === lower ||
      candidate.key.toLowerCase().endsWith(`.${lower}`) ||
      candidate.key.toLowerCase().startsWith(lower),
  );
  const meant =
    begun?.key ??
    nearest(
      key,
      keys.map((known) => known.key),
    );
  return err({ kind: 'config.unknown-key', key, nearest: meant });
}
