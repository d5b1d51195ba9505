import { lazy, Suspense } from 'react';

function PlainText({ text }: { readonly text: string }) {
  return <p className="text-fg-2 whitespace-pre-wrap wrap-anywhere">{text}</p>;
}

/** Where the renderer cannot be fetched, because the server is away or another by now, the plain text stays. */
const MarkdownBody = lazy(() => import('./markdown-body.tsx').catch(() => ({ default: PlainText })));

/** Text of people and agents as a document. The plain text stands in its place until the renderer is there. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <MarkdownBody text={text} />
    </Suspense>
  );
}
