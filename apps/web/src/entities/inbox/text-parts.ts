export type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  /** What stood between fences, as it is. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

const fence = /^(`{3,})\s*([a-z]*)\s*$/;

/** The text of an item by words and fenced code, so that a command or a change is shown exactly, whatever is in it. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let open: { readonly fence: string; readonly language: string } | undefined;
  let lines: string[] = [];
  const close = () => {
    const whole = lines.join('\n');
    if (open) parts.push({ kind: 'code', language: open.language, text: whole });
    else if (whole.trim() !== '') parts.push({ kind: 'words', text: whole.trim() });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const found = fence.exec(line);
    if (open === undefined && found) {
      close();
      open = { fence: found[1] ?? '', language: found[2] ?? '' };
    } else if (open !== undefined && line === open.fence) {
      close();
      open = undefined;
    } else lines.push(line);
  }
  close();
  return parts;
}
