import type { ItemView } from '../../data/api-types.ts';
import { CodeInText } from '../text/code-in-text.tsx';
import { harmless } from '../text/harmless.ts';
import { withLocalTimes } from '../text/local-times.ts';

type ItemTitleProps = { readonly item: Pick<ItemView, 'kind' | 'title'> };

const command = /^Run: ([\s\S]*)$/;

/** What is asked, in a line; a command that is to be run is set as code. */
export function ItemTitle({ item: { kind, title } }: ItemTitleProps) {
  const [, line] = (kind === 'permission' && command.exec(title)) || [];
  if (line === undefined) return <CodeInText text={withLocalTimes(title)} />;
  return (
    <>
      Run: <code className="text-[0.94em]">{harmless(line)}</code>
    </>
  );
}

/** Whether it asks to run a command, which its title is then. */
export function isCommand({ kind, title }: Pick<ItemView, 'kind' | 'title'>): boolean {
  return kind === 'permission' && command.test(title);
}

/** What is asked as a sentence for people; of what is to be allowed: who wants it, and what kind of thing it is. */
export function ItemHeading({ item }: { readonly item: Pick<ItemView, 'kind' | 'title' | 'text' | 'agentName'> }) {
  const { kind, title, text, agentName } = item;
  if (kind !== 'permission' || !text.includes('```')) return <ItemTitle item={item} />;
  const wish = command.test(title) ? 'run a command' : title.charAt(0).toLowerCase() + title.slice(1);
  return <CodeInText text={`${agentName ?? 'An agent'} wants to ${wish}`} />;
}
