import { cx } from '@cw/ui';
import { type CodeToken, codeTokens } from './code-tokens.ts';

const colors: Readonly<Record<CodeToken['kind'], string>> = {
  plain: '',
  keyword: 'text-syn-keyword',
  string: 'text-syn-string',
  function: 'text-syn-function',
  type: 'text-syn-type',
  comment: 'text-fg-3',
};

/** Code of one line, coloured. */
export function CodeText({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  let at = 0;
  return (
    <span className={cx(className)}>
      {codeTokens(text).map((token) => {
        const key = at;
        at += token.text.length;
        return (
          <span key={key} className={colors[token.kind]}>
            {token.text}
          </span>
        );
      })}
    </span>
  );
}
