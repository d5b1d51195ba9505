export type Column<Row> = {
  readonly title: string;
  readonly value: (row: Row) => string;
  /** Paints the padded cell. */
  readonly paint?: ((cell: string, row: Row) => string) | undefined;
  readonly align?: 'left' | 'right';
  /** What stands there instead where there is little room: the beginning of an id that tells it from others. */
  readonly short?: (row: Row) => string;
  /** Takes what width is left and is cut to it; at most one column. */
  readonly flexible?: boolean;
  /** Left out where there is no room for it. */
  readonly spare?: boolean;
};

/**
 * Rows as aligned text, two spaces between columns, no wider than `width` columns of the terminal: the flexible column is
 * cut, but what can be told in short is, and columns that can be left out are left out, before it becomes too narrow to read, the last first.
 * Control characters in values are shown as spaces, so that nothing a title holds can drive the terminal.
 */
export function textTable<Row>(
  every: readonly Column<Row>[],
  rows: readonly Row[],
  options: { readonly width: number; readonly head?: (text: string) => string },
): string {
  const whole = every.map((column) => ({ column, ...fill(column, rows) }));
  const fitting = fit(wantedBy(whole) > options.width ? inShort(whole, rows) : whole, options.width);
  const columns = fitting.map(({ column }) => column);
  const widths = fitting.map(({ width }) => width);
  const flexible = columns.findIndex((column) => column.flexible);
  if (flexible >= 0) {
    const others = widths.reduce((sum, width, index) => (index === flexible ? sum : sum + width + 2), 0);
    widths[flexible] = Math.min(widths[flexible] ?? 0, Math.max(narrowest, options.width - others));
  }
  const head = columns
    .map(({ title, align }, index) => padPlain(title, widths[index] ?? 0, align))
    .join('  ')
    .trimEnd();
  const finished = columns.map((column, index) => {
    const isLast = index === columns.length - 1 && column.align !== 'right';
    return finish(column, rows, { ...(fitting[index] ?? nothing), to: widths[index] ?? 0, isLast });
  });
  const cells = finished.map(() => '');
  const lines = rows.map((_, row) => {
    for (let column = 0; column < finished.length; column += 1) cells[column] = finished[column]?.[row] ?? '';
    return cells.join('  ').trimEnd();
  });
  return [options.head ? options.head(head) : head, ...lines].join('\n');
}

type Filled = {
  readonly texts: readonly string[];
  /** Of its widest cell or its title. */
  readonly width: number;
  /** True when every character of every cell takes one column. */
  readonly regular: boolean;
};

const narrowest = 12;
/** What of a flexible column is to be seen before one that can be left out is. */
const readable = 36;

type Fitting<Row> = Filled & { readonly column: Column<Row> };

/** The columns that leave the flexible one room enough. */
function fit<Row>(columns: readonly Fitting<Row>[], room: number): readonly Fitting<Row>[] {
  const last = wantedBy(columns) > room ? columns.findLastIndex(({ column }) => column.spare) : -1;
  return last < 0 ? columns : fit([...columns.slice(0, last), ...columns.slice(last + 1)], room);
}

/** How wide columns are, where the flexible one is as wide as it must be. */
function wantedBy<Row>(columns: readonly Fitting<Row>[]): number {
  return columns.reduce(
    (sum, { column, width }) => sum + 2 + (column.flexible ? Math.min(width, readable) : width),
    -2,
  );
}

function inShort<Row>(columns: readonly Fitting<Row>[], rows: readonly Row[]): readonly Fitting<Row>[] {
  return columns.map((fitting) => {
    const { short, ...column } = fitting.column;
    return short === undefined ? fitting : { column, ...fill({ ...column, value: short }, rows) };
  });
}

const nothing: Filled = { texts: [], width: 0, regular: true };

/** The cells of a column as plain lines. Most columns are regular, told of all cells at once, and need no measuring. */
function fill<Row>({ title, value }: Column<Row>, rows: readonly Row[]): Filled {
  const given = rows.map((row) => value(row));
  const regular = ascii.test(given.join(''));
  const texts = regular ? given : given.map(plainLine);
  const widthOf = regular ? (text: string) => text.length : displayWidth;
  const width = texts.reduce((most, text) => Math.max(most, widthOf(text)), title.length);
  return { texts, width, regular };
}

/** The cells of a column, cut, padded and painted. The last one is not padded. */
function finish<Row>(
  { align, paint }: Column<Row>,
  rows: readonly Row[],
  { texts, width, regular, to, isLast }: Filled & { readonly to: number; readonly isLast: boolean },
): readonly string[] {
  const fitted = width <= to ? texts : texts.map((text) => cut(text, to));
  const pad = regular && width <= to ? padPlain : padMeasured;
  const padded = isLast ? fitted : fitted.map((text) => pad(text, to, align));
  if (paint === undefined) return padded;
  return rows.map((row, index) => paint(padded[index] ?? '', row));
}

function padPlain(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}

function padMeasured(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? space + text : text + space;
}

/** Text of which every character takes one column; looking for the others in it takes long where there are none. */
const ascii = /^[\x20-\x7e]*$/;

/** Signs that turn the direction of a line around: what stands behind one is not what is read. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** What a sign is written as where it may not be itself. */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** One line of text: line breaks and control characters become spaces, signs that turn a line around escapes. */
export function plainLine(text: string): string {
  if (ascii.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(turning, escaped);
}

/**
 * Text of several lines: control characters other than line breaks and tabs are taken out, signs that turn a line around
 * become escapes.
 */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(turning, escaped);
}

/** Colours as `Style` makes them, and each sign that a terminal would obey. */
const steering = new RegExp(`\\x1b\\[(?:1|2|22|3[1-69])m|(?![\\n\\t])\\p{Cc}|${turning.source}`, 'gu');

/**
 * What is printed, as a terminal may have it: whatever nobody made plain before shows as an escape. It is a valid part of
 * JSON too.
 * @param coloured whether the colours of `Style` are left in; asked only where there are some
 */
export function terminalText(text: string, coloured: () => boolean): string {
  const colours = text.includes('\u001b[') && coloured();
  return text.replace(steering, (found) => {
    if (found.length === 1) return escaped(found);
    return colours ? found : `${escaped(found)}${found.slice(1)}`;
  });
}

/** Cuts to `width` columns, with an ellipsis where something was cut off. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let result = '';
  let used = 0;
  for (const character of text) {
    const next = characterWidth(character);
    if (used + next > width - 1) break;
    result += character;
    used += next;
  }
  return `${result}…`;
}

/** Columns a text takes in a terminal: wide East Asian characters and emoji take two, marks none. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u.test(
    character,
  )
    ? 2
    : 1;
}
