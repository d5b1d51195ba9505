import { harmless } from './harmless.ts';

/** A line of an agent's text in which what stands between backticks is code; all else is text as it is. */
export function CodeInText({ text }: { readonly text: string }) {
  const parts = harmless(text).split('`');
  const closed = parts.length % 2 === 1;
  if (!closed || parts.length === 1) return <>{harmless(text)}</>;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <code key={index} className="text-[0.94em]">
        {part}
      </code>
    ),
  );
}
