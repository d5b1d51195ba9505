import { lazy, Suspense } from 'react';

const MarkdownBody = lazy(() => import('./markdown-body.tsx'));

/** Text of people and agents as a document. The plain text stands in its place until the renderer is there. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="text-fg-2 whitespace-pre-wrap wrap-anywhere">{text}</p>}>
      <MarkdownBody text={text} />
    </Suspense>
  );
}
