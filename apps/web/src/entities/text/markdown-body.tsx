import { ScrollBox } from '@cw/ui';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const safeLink = /^(https?:|mailto:|#|\/(?!\/))/i;

function urlTransform(url: string): string {
  return safeLink.test(url) ? url : '';
}

/** Tables, lists of tasks, bare links and struck text, as GitHub has them. */
const plugins = [remarkGfm];

const components: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noreferrer noopener" className="text-accent-fg underline underline-offset-2">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span className="text-fg-3">[picture: {alt || 'no description'}]</span>,
  p: ({ children }) => <p className="whitespace-pre-line">{children}</p>,
  h1: ({ children }) => <h4 className="text-doc font-semibold text-fg">{children}</h4>,
  h2: ({ children }) => <h4 className="text-doc font-semibold text-fg">{children}</h4>,
  h3: ({ children }) => <h5 className="font-semibold text-fg">{children}</h5>,
  h4: ({ children }) => <h5 className="font-semibold text-fg">{children}</h5>,
  h5: ({ children }) => <h6 className="font-medium text-fg">{children}</h6>,
  h6: ({ children }) => <h6 className="font-medium text-fg">{children}</h6>,
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-0.5 pl-5 marker:text-fg-mute">{children}</ul>,
  ol: ({ children }) => <ol className="flex list-decimal flex-col gap-0.5 pl-5 marker:text-fg-3">{children}</ol>,
  blockquote: ({ children }) => <blockquote className="border-l-2 border-line-2 pl-3">{children}</blockquote>,
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked}
      disabled
      readOnly
      aria-label={checked ? 'Done' : 'To do'}
      className="mr-1.5 -ml-5 size-3.5 align-[-2px] accent-(--accent)"
    />
  ),
  li: ({ children, className }) => (
    <li className={className === 'task-list-item' ? 'list-none' : undefined}>{children}</li>
  ),
  table: ({ children }) => (
    <ScrollBox label="Table" className="rounded-card border border-line">
      <table className="w-full border-collapse text-small">{children}</table>
    </ScrollBox>
  ),
  th: ({ children, style }) => (
    <th style={style} className="border-b border-line bg-sunken px-3 py-1.5 text-left font-medium text-fg">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-t border-line px-3 py-1.5 align-top">
      {children}
    </td>
  ),
  hr: () => <hr className="border-line" />,
  pre: ({ children }) => (
    <ScrollBox label="Code" className="rounded-card border border-line bg-sunken px-3 py-2">
      <pre className="text-small [&_code]:bg-transparent [&_code]:p-0">{children}</pre>
    </ScrollBox>
  ),
  code: ({ children }) => <code className="rounded-key bg-hover px-1 py-px text-[0.92em]">{children}</code>,
};

/** Markdown without raw HTML, pictures from elsewhere, or links of any other scheme than the web's and mail's. */
// biome-ignore lint/style/noDefaultExport: `lazy` takes a default export
export default function MarkdownBody({ text }: { readonly text: string }) {
  return (
    <div className="flex flex-col gap-2 text-fg-2 wrap-anywhere">
      <ReactMarkdown skipHtml remarkPlugins={plugins} urlTransform={urlTransform} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
