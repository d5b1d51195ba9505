// Lines of a terminal, and when each was printed, as one animated SVG.

/** Colours of the escapes that `cw` prints, on a dark ground. */
const colours = { 31: '#f97583', 32: '#85e89d', 33: '#ffea7f', 34: '#79b8ff', 35: '#b392f0', 36: '#56d4dd' };
/** What sets colours and weight. */
const escapes = new RegExp(`(${String.fromCharCode(27)}\\[[\\d;]*m)`);
const [lineHeight, charWidth, padding, columns] = [20, 8.4, 16, 100];
/** How long the end is shown before it begins anew, in milliseconds. */
const pause = 6_000;

/**
 * @param command what was typed
 * @param lines what was printed, with the milliseconds after which it was
 * @returns the text of an SVG in which each line appears when it did, over and over
 */
export function recording(command, lines) {
  const shown = [{ at: 0, text: `$ ${command}` }, ...lines];
  const total = (shown.at(-1)?.at ?? 0) + pause;
  const width = Math.round(columns * charWidth + 2 * padding);
  const height = shown.length * lineHeight + 2 * padding;
  const rows = shown.map(({ at, text }, index) => {
    const y = padding + (index + 0.75) * lineHeight;
    const from = ((at / total) * 100).toFixed(2);
    return {
      style: `@keyframes l${index}{0%,${from}%{opacity:0}${(Number(from) + 0.01).toFixed(2)}%,100%{opacity:1}}`,
      row: `<text x="${padding}" y="${y}" style="animation:l${index} ${total}ms step-end infinite" xml:space="preserve">${spans(text)}</text>`,
    };
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(command)}</title>`,
    `<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e1e4e8}.b{font-weight:bold}.d{opacity:.6}${rows
      .map(({ style }) => style)
      .join('')}@media(prefers-reduced-motion:reduce){text{animation:none!important}}</style>`,
    `<rect width="100%" height="100%" rx="8" fill="#1f2428"/>`,
    ...rows.map(({ row }) => row),
    '</svg>',
    '',
  ].join('\n');
}

/** A line with its escapes as spans. */
function spans(text) {
  let look = { bold: false, dim: false, colour: undefined };
  return cutTo(text, columns)
    .split(escapes)
    .map((part) => {
      const code = escapes.test(part) ? part.slice(2, -1) : undefined;
      if (code === undefined) return part === '' ? '' : span(part, look);
      look = changed(look, Number(code));
      return '';
    })
    .join('');
}

function changed(look, code) {
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 39) return { ...look, colour: undefined };
  return { ...look, colour: colours[code] ?? look.colour };
}

function span(text, { bold, dim, colour }) {
  const names = [bold ? 'b' : '', dim ? 'd' : ''].filter(Boolean).join(' ');
  const attributes = `${names === '' ? '' : ` class="${names}"`}${colour === undefined ? '' : ` style="fill:${colour}"`}`;
  return attributes === '' ? escaped(text) : `<tspan${attributes}>${escaped(text)}</tspan>`;
}

/** What is longer than the picture is wide ends in an ellipsis; escapes take no room. */
function cutTo(text, most) {
  let [kept, room] = ['', most];
  for (const part of text.split(escapes)) {
    if (part.startsWith('\u001b')) kept += part;
    else {
      kept += part.length > room ? `${part.slice(0, Math.max(0, room - 1))}…` : part;
      room -= part.length;
      if (room < 0) break;
    }
  }
  return kept;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
