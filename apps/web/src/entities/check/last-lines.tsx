import type { FailedCheck } from '../../data/api-types.ts';

/** The end of what a failed check wrote; nothing where it wrote nothing. */
export function LastLines({ check }: { readonly check: FailedCheck }) {
  if (check.lastLines.length === 0) return null;
  return (
    <figure className="mt-2 overflow-hidden rounded-card border border-line bg-sunken">
      <figcaption className="sr-only">The end of the output of {check.name}</figcaption>
      <pre className="px-3 py-2 font-mono text-small wrap-anywhere whitespace-pre-wrap">
        {check.lastLines.join('\n')}
      </pre>
    </figure>
  );
}
