export type Column<Row> = {
  readonly title: string;
  readonly value: (row: Row) => string;
  /** Paints the padded cell. */
  readonly paint?: ((cell: string, row: Row) => string) | undefined;
  readonly align?: 'left' | 'right';
  /** Takes what width is left and is cut to it; at most one column. */
  readonly flexible?: boolean;
};

/**
 * Rows as aligned text, two spaces between columns, no wider than `width` columns of the terminal.
 * Control characters in values are shown as spaces, so that nothing a title holds can drive the terminal.
 */
export function textTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  options: { readonly width: number; readonly head?: (text: string) => string },
): string {
  const cells = rows.map((row) => columns.map((column) => measured(plainLine(column.value(row)))));
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => line[index]?.width ?? 0)),
  );
  const flexible = columns.findIndex((column) => column.flexible);
  if (flexible >= 0) {
    const others = widths.reduce((sum, width, index) => (index === flexible ? sum : sum + width + 2), 0);
    widths[flexible] = Math.max(12, Math.min(widths[flexible] ?? 0, options.width - others));
  }
  const head = columns
    .map((column, index) => pad(measured(column.title), widths[index] ?? 0, column.align))
    .join('  ')
    .trimEnd();
  const lines = cells.map((line, rowIndex) =>
    columns
      .map((column, index) => {
        const width = widths[index] ?? 0;
        const cell = line[index] ?? measured('');
        const padded = pad(
          cell.width <= width ? cell : measured(cut(cell.text, width)),
          index === columns.length - 1 && column.align !== 'right' ? 0 : width,
          column.align,
        );
        const row = rows[rowIndex];
        return column.paint && row !== undefined ? column.paint(padded, row) : padded;
      })
      .join('  ')
      .trimEnd(),
  );
  return [options.head ? options.head(head) : head, ...lines].join('\n');
}

/** Text of which every character takes one column; looking for the others in it takes long where there are none. */
const ascii = /^[\x20-\x7e]*$/;

/** One line of text: line breaks and control characters become spaces. */
export function plainLine(text: string): string {
  if (ascii.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}

/** Text of several lines with control characters other than line breaks and tabs taken out. */
export function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '');
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

type Cell = { readonly text: string; readonly width: number };

function measured(text: string): Cell {
  return { text, width: displayWidth(text) };
}

function pad(cell: Cell, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - cell.width));
  return align === 'right' ? space + cell.text : cell.text + space;
}
